//! The constants of the Monte Carlo search, by name and with their ranges.

use alloc::string::String;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

/// One of the [`Parameters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Parameter {
    /// How strongly moves with few visits are preferred, 0 to 100: the factor of the square root in UCB1.
    Exploration,
    /// What a move without visits is taken to be worth, from 0 (a loss) to 1 (a win); more than 1, up to 100,
    /// tries every move before any is repeated.
    FirstPlay,
    /// How much the looks of a move count, 0 to 100: added to its bound for each unit of
    /// [`Evaluate::list_moves`](super::Evaluate::list_moves), and divided by its visits plus 1 ("progressive bias":
    /// G. Chaslot and others, "Progressive strategies for Monte Carlo tree search", 2008).
    Bias,
    /// How much of a new node's worth is the looks of its position, from 0 (only a playout counts) to 1 (only the
    /// looks count). Positions and playouts are mixed at the leaves as in D. Silver and others, "Mastering the game
    /// of Go with deep neural networks and tree search", Nature 529, 2016.
    Looks,
}

impl Parameter {
    /// All parameters.
    pub const ALL: [Self; 4] = [Self::Exploration, Self::FirstPlay, Self::Bias, Self::Looks];

    /// The name in texts: `exploration`, `first_play`, `bias` or `looks`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exploration => "exploration",
            Self::FirstPlay => "first_play",
            Self::Bias => "bias",
            Self::Looks => "looks",
        }
    }

    /// The values it can have.
    #[must_use]
    pub const fn range(self) -> RangeInclusive<f64> {
        match self {
            Self::Exploration | Self::FirstPlay | Self::Bias => 0.0..=100.0,
            Self::Looks => 0.0..=1.0,
        }
    }

    /// Checks a value.
    ///
    /// # Errors
    /// [`ParameterError::Range`] if the value is outside the [range](Self::range) or not a number.
    pub fn check(self, value: f64) -> Result<(), ParameterError> {
        if self.range().contains(&value) {
            Ok(())
        } else {
            Err(ParameterError::Range {
                parameter: self,
                value,
            })
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a parameter cannot be set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// There is no parameter of this name.
    #[error("unknown parameter {0:?}; use exploration, first_play, bias, or looks")]
    Name(String),
    /// The value is out of range.
    #[error("{parameter}={value:?}: use a number from {} to {}", parameter.range().start(), parameter.range().end())]
    Range {
        /// The parameter.
        parameter: Parameter,
        /// The value.
        value: f64,
    },
}

impl FromStr for Parameter {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Self, ParameterError> {
        Self::ALL
            .into_iter()
            .find(|parameter| parameter.name() == text)
            .ok_or_else(|| ParameterError::Name(text.into()))
    }
}

/// The constants of the Monte Carlo search.
///
/// ```
/// use narrows_ai::evaluation::{Evaluate, Parameter};
/// use narrows_core::BlackNarrows;
///
/// let bold = BlackNarrows::<1>::PARAMETERS.with(Parameter::Exploration, 0.2)?;
/// assert_eq!(bold.get("exploration".parse()?), 0.2);
/// assert!(bold.with(Parameter::Looks, 1.5).is_err());
/// # Ok::<(), narrows_ai::evaluation::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    pub(crate) exploration: f64,
    pub(crate) first_play: f64,
    pub(crate) bias: f64,
    pub(crate) looks: f64,
}

impl Parameters {
    /// The value of a parameter.
    #[must_use]
    pub const fn get(&self, parameter: Parameter) -> f64 {
        match parameter {
            Parameter::Exploration => self.exploration,
            Parameter::FirstPlay => self.first_play,
            Parameter::Bias => self.bias,
            Parameter::Looks => self.looks,
        }
    }

    /// The same constants with another value of one of them.
    ///
    /// # Errors
    /// See [`Parameter::check`].
    pub fn with(mut self, parameter: Parameter, value: f64) -> Result<Self, ParameterError> {
        parameter.check(value)?;
        let place = match parameter {
            Parameter::Exploration => &mut self.exploration,
            Parameter::FirstPlay => &mut self.first_play,
            Parameter::Bias => &mut self.bias,
            Parameter::Looks => &mut self.looks,
        };
        *place = value;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Evaluate;
    use alloc::string::ToString;
    use narrows_core::Narrows;

    #[test]
    fn parameters_are_set_by_name_within_their_range() {
        for parameter in Parameter::ALL {
            assert_eq!(parameter.name().parse(), Ok(parameter));
            let range = parameter.range();
            for value in [*range.start(), 0.7, *range.end()] {
                let set = Narrows::<1>::PARAMETERS.with(parameter, value).unwrap();
                assert_eq!(set.get(parameter), value);
                for other in Parameter::ALL {
                    let before = Narrows::<1>::PARAMETERS.get(other);
                    assert!(other == parameter || set.get(other) == before);
                }
            }
            for value in [-0.1, range.end() + 0.1, f64::NAN, f64::INFINITY] {
                let error = Narrows::<1>::PARAMETERS.with(parameter, value).unwrap_err();
                assert!(
                    error.to_string().contains("use a number from 0 to 1"),
                    "{error}"
                );
            }
        }
        let error = "speed".parse::<Parameter>().unwrap_err();
        assert!(error.to_string().contains("\"speed\""));
    }
}
