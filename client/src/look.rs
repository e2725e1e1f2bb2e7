//! tmp
#[cfg(test)]
mod tests {
    use crate::testing::*;
    #[test]
    fn look() {
        let mut m = home();
        println!("{}", screen(&mut m, 80, 24));
        let mut m = in_lobby();
        println!("{}", screen(&mut m, 80, 24));
        let mut m = playing();
        keys(&mut m, ":b3<Enter><Enter>");
        keys(&mut m, "n");
        println!("{}", screen_with_styles(&mut m, 80, 24));
        println!("{}", screen(&mut m, 120, 40));
        println!("{}", screen(&mut m, 60, 20));
        println!("{}", screen(&mut m, 40, 12));
        println!("{}", screen(&mut m, 20, 5));
    }
}
