//! Text in lines that fit.

/// Breaks a text into lines of at most `width` characters, at spaces where it can. Lines that fit stay as they are,
/// indentation included.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.chars().count() <= width {
            lines.push(line.to_string());
        } else {
            wrap_line(line, width, &mut lines);
        }
    }
    lines
}

fn wrap_line(line: &str, width: usize, lines: &mut Vec<String>) {
    let mut current = String::new();
    let mut length = 0;
    for word in line.split_whitespace() {
        let word_length = word.chars().count();
        if length > 0 && length + 1 + word_length > width {
            lines.push(std::mem::take(&mut current));
            length = 0;
        }
        if length > 0 {
            current.push(' ');
            length += 1;
        }
        for character in word.chars() {
            if length == width {
                lines.push(std::mem::take(&mut current));
                length = 0;
            }
            current.push(character);
            length += 1;
        }
    }
    lines.push(current);
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_fit_and_nothing_is_lost() {
        let text = "  kept as it is\n1. a1 b2 2. c3 d4 3. e5 f6\nan-unbroken-word-that-is-long\n\n漢字 漢字";
        for width in 0..40 {
            let lines = wrap(text, width);
            assert!(
                lines
                    .iter()
                    .all(|line| line.chars().count() <= width.max(1))
            );
            let letters =
                |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
            assert_eq!(letters(&lines.concat()), letters(text), "{width}");
        }
        assert_eq!(wrap(text, 14)[1..3], ["1. a1 b2 2. c3", "d4 3. e5 f6"]);
        assert_eq!(wrap("  indented", 10), ["  indented"]);
    }
}
