/// Where a command says what it found. Results go to standard output, as text or with `--json` as one object per line;
/// everything else goes to standard error.
struct Output: Sendable {
  let isJSON: Bool

  /// One thing that was found: one object, or the lines that show it to people.
  func show(_ item: some Presentable) {
    if isJSON {
      emit(type: item.jsonType, item.json)
    } else {
      item.lines.forEach { StandardStreams.write($0 + "\n", to: .output) }
    }
  }

  /// Like `show` for a list, with columns aligned.
  func show(_ items: [some Presentable], ifEmpty text: String) {
    if isJSON {
      items.forEach { emit(type: $0.jsonType, $0.json) }
      finish(["count": .count(items.count)])
    } else if items.isEmpty {
      note(text)
    } else {
      columns(items.map(\.row)).forEach { StandardStreams.write($0 + "\n", to: .output) }
    }
  }

  /// For people only.
  func line(_ text: String) {
    if !isJSON { StandardStreams.write(text + "\n", to: .output) }
  }

  /// For programs only.
  func emit(type: String, _ members: JSONObject) {
    guard isJSON else { return }
    StandardStreams.write(JSON.object(["type": .string(type)] + members).text + "\n", to: .output)
  }

  /// The last object of a command that did what it was asked for.
  func finish(_ members: JSONObject = [:]) {
    emit(type: "result", members)
  }

  /// A line to people on standard error.
  func note(_ text: String, trying command: String? = nil) {
    StandardStreams.write("sotto: \(text)\n" + (command.map { "try: \($0)\n" } ?? ""), to: .error)
  }
}

/// A value that commands show.
protocol Presentable {
  var jsonType: String { get }
  var json: JSONObject { get }
  /// Cells of a line in a list
  var row: [String] { get }
  var lines: [String] { get }
}

extension Presentable {
  var row: [String] { lines }
  var lines: [String] { columns([row]) }
}
