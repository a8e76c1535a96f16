import CommandLineParsing

/// Where a command says what it found. Results go to standard output, as text or with `--json` as one object per line;
/// everything else goes to standard error.
package struct Output: Sendable {
  /// The program's name, which its lines on standard error begin with
  package let program: String
  package let isJSON: Bool
  /// False for a program that goes on where nobody reads its standard output any more
  private let needsReader: Bool

  package init(program: String, isJSON: Bool, needsReader: Bool = true) {
    self.program = program
    self.isJSON = isJSON
    self.needsReader = needsReader
  }

  /// For people only.
  package func line(_ text: String) {
    if !isJSON { write(text) }
  }

  /// For programs only.
  package func emit(type: String, _ members: JSONObject) {
    guard isJSON else { return }
    write(JSON.object(["type": .string(type)] + members).text)
  }

  /// The last object of a command that did what it was asked for. `exitCode`: of a command that may have done less.
  package func finish(_ members: JSONObject = [:], exitCode: ExitCode? = nil) {
    emit(type: "result", members + ["exitCode": exitCode.map { .number(Int64($0.rawValue)) }])
  }

  /// A line to people on standard error.
  package func note(_ text: String, trying command: String? = nil) {
    StandardStreams.write("\(program): \(text)\n" + (command.map { "try: \($0)\n" } ?? ""), to: .error)
  }

  private func write(_ line: String) {
    StandardStreams.write(line + "\n", to: .output, needsReader: needsReader)
  }
}
