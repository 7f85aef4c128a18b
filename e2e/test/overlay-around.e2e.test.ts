// What is around the canvas: templates, images, preview, trouble, and who else uses it and how.
import "./overlay/templates.ts";
import "./overlay/saved-as-new.ts";
import "./overlay/media.ts";
import "./overlay/trouble.ts";
import "./overlay/access.ts";
