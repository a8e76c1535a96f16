import SottoCommand
import Testing

@Suite struct ProfilePathTests {
  private func resolve(_ option: String?, _ environment: [String: String]) -> String? {
    ProfilePath.resolve(option: option) { environment[$0] }
  }

  @Test func inOrder() {
    let all = ["SOTTO_PROFILE": "/p", "XDG_DATA_HOME": "/d", "HOME": "/h"]
    #expect(resolve("o", all) == "o")
    #expect(resolve(nil, all) == "/p")
    #expect(resolve(nil, ["XDG_DATA_HOME": "/d", "HOME": "/h"]) == "/d/sotto")
    #expect(resolve(nil, ["HOME": "/h"]) == "/h/.local/share/sotto")
    #expect(resolve(nil, [:]) == nil)
  }

  @Test func emptyAndRelativeOnesDoNotCount() {
    #expect(resolve("", ["SOTTO_PROFILE": "", "XDG_DATA_HOME": "d", "HOME": "/h"]) == "/h/.local/share/sotto")
    #expect(resolve(nil, ["HOME": ""]) == nil)
  }
}
