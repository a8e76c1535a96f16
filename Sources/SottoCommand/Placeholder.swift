// Placeholder until the first type of this target lands.
@main
enum Main {
  static func main() {}
}
