//! Search for Black Narrows and Narrows, two games by Mark Steere (marksteeregames.com).
