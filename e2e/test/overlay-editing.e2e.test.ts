// What is done to elements: on the canvas, in the layers, in the properties.
import "./overlay/canvas.ts";
import "./overlay/shape.ts";
import "./overlay/elements.ts";
import "./overlay/properties.ts";
