import CommandLineOutput
import CommandLineParsing

/// What every command of the relay's program understands.
struct RelayOptions: ParsableArguments {
  @Flag(help: "Answer in JSON, one object per line.") var json = false

  var output: Output { Output(program: "sotto-relay", isJSON: json) }
}
