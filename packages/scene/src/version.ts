/**
 * Part of every key under which drawn pixels are kept. Raise it by one whenever the same scene, frame and pictures would give
 * other pixels or other boxes than before: a change of geometry, text layout, fonts, resampling, colours of the placeholder, or
 * of the versions of harfbuzzjs, bidi-js, @napi-rs/canvas or a font package.
 */
export const SCENE_RENDERER_VERSION = 2;
