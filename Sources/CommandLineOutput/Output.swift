import CommandLineParsing

/// Where a command says what it found. Results go to standard output, as text or with `--json` as one object per line;
/// everything else goes to standard error.
package struct Output: Sendable {
  /// The program's name, which its lines on standard error begin with
  package let program: String
  package let isJSON: Bool
  /// What has to stand in a command that goes on with this one, such as `--profile anna`
  private let context: String
  /// False for a program that goes on where nobody reads its standard output any more
  private let needsReader: Bool

  package init(program: String, isJSON: Bool, context: String = "", needsReader: Bool = true) {
    self.program = program
    self.isJSON = isJSON
    self.context = context
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
    StandardStreams.write("\(program): \(text)\n" + (command.map { "try: \(inContext($0))\n" } ?? ""), to: .error)
  }

  /// A command to try, about the same things as the one that was run. Help is the same everywhere.
  package func inContext(_ command: String) -> String {
    let words = command.split(separator: " ", maxSplits: 2)
    guard !context.isEmpty, words.count > 1, words[0] == program, !["help", "version"].contains(words[1]) else {
      return command
    }
    return "\(program) \(context) \(command.dropFirst(program.count + 1))"
  }

  private func write(_ line: String) {
    StandardStreams.write(line + "\n", to: .output, needsReader: needsReader)
  }
}
