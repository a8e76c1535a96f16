import CommandLineOutput

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

extension Output {
  /// One thing that was found: one object, or the lines that show it to people.
  func show(_ item: some Presentable) {
    if isJSON {
      emit(type: item.jsonType, item.json)
    } else {
      item.lines.forEach(line)
    }
  }

  /// Like `show` for a list, with columns aligned. An empty one is said in words, with the command that begins one.
  func show(_ items: [some Presentable], ifEmpty text: String, trying command: String? = nil) {
    if isJSON {
      items.forEach { emit(type: $0.jsonType, $0.json) }
      finish(["count": .count(items.count)])
    } else if items.isEmpty {
      note(text, trying: command)
    } else {
      columns(items.map(\.row)).forEach(line)
    }
  }
}
