#pragma once

#include "editor/panels/assets/asset_browser.h"
#include "tests/editor/panels/panel_project.h"
#include "tests/support/fixtures/test_editor.h"

namespace mapwright::test
{
/// The asset browser of a small project, shown.
struct BrowserFixture
{
    PanelProject files;
    engine::AssetDatabase assets{files.project};
    TestEditor editor{assets};
    editor::AssetBrowser browser{editor};

    BrowserFixture()
    {
        browser.resize(700, 300);
        browser.show();
    }
};
} // namespace mapwright::test
