import CommandLineParsing

struct Pair: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Meet someone.",
    discussion: """
      One side runs 'sotto pair invite' and hands the invitation over; the other runs 'sotto pair accept INVITATION'. \
      Both then see the same three safety words. Compare them, best in person, and note it with 'sotto contact verify'.

      Without a network the same messages travel as files:
        A: sotto pair invite --to-file invitation
        B: sotto pair accept --from-file invitation --to-file 1
        A: sotto pair invite --from-file 1 --to-file 2
        B: sotto pair accept --from-file 2 --to-file 3
        A: sotto pair invite --from-file 3 --to-file 4
        B: sotto pair accept --from-file 4 --to-file 5
        A: sotto pair invite --from-file 5
      """,
    subcommands: [Invite.self, Accept.self])

  @OptionGroup var global: GlobalOptions
}
