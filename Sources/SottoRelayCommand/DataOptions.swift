import CommandLineParsing

struct DataOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The relay's data folder.", valueName: "dir")) var data: String
}
