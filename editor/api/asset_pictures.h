#pragma once

#include "engine_core/reflect/property.h"

#include <QIcon>
#include <QObject>

#include <string>

namespace editor
{
/// Small pictures of the project's assets, for lists. Main thread only.
class AssetPictures : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Never waits: the icon of the kind until ready() has told of the picture. Null if the project
    /// has no such asset.
    [[nodiscard]] virtual QIcon pictureOf(engine::AssetKind kind, const std::string& path) = 0;

Q_SIGNALS:
    /// Of assets whose pictures are there now, or are others than they were.
    void ready();
};
} // namespace editor
