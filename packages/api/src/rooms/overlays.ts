import { overlayTemplate } from "@nightjar/contract";
import { file, json, upload } from "../http/route.ts";
import { changeTemplate } from "../overlays/change-template.ts";
import { createElement } from "../overlays/create-element.ts";
import { createTemplate } from "../overlays/create-template.ts";
import { deleteElement } from "../overlays/delete-element.ts";
import { deleteTemplate } from "../overlays/delete-template.ts";
import { getDocument } from "../overlays/get-document.ts";
import { listElements } from "../overlays/list-elements.ts";
import { listTemplateElements, listTemplates } from "../overlays/list-templates.ts";
import { getTemplateUsage } from "../overlays/template-usage.ts";
import { updateElement } from "../overlays/update-element.ts";
import { updateTemplate } from "../overlays/update-template.ts";
import { deleteMedia } from "../pictures/delete-media.ts";
import { listMedia } from "../pictures/list-media.ts";
import { openThumbnail } from "../pictures/open-thumbnail.ts";
import { uploadPicture } from "../pictures/upload-picture.ts";
import { onBoth, onHttp, onStudio, room } from "../room.ts";

const ELEMENTS = "The elements of a template, from back to front";

export const overlaysRoom = room("overlays", {
  templates: onBoth(listTemplates, json("GET /api/overlay-templates", "All overlay templates")),
  templateElements: onBoth(listTemplateElements, json("GET /api/overlay-templates/{id}/elements", ELEMENTS)),
  document: onStudio(getDocument),
  createTemplate: onBoth(
    createTemplate,
    json("POST /api/overlay-templates", "Create a template", {
      status: 201,
      reply: ({ template }) => ({ body: template }),
      bodySchema: overlayTemplate,
    }),
  ),
  updateTemplate: onBoth(updateTemplate, json("PATCH /api/overlay-templates/{id}", "Change name or description")),
  deleteTemplate: onBoth(deleteTemplate, json("DELETE /api/overlay-templates/{id}", "Delete a template; refused while streams show it")),
  templateUsage: onBoth(getTemplateUsage, json("GET /api/overlay-templates/{id}/usage", "The streams that have chosen a template")),
  change: onStudio(changeTemplate),

  elements: onHttp(listElements, json("GET /api/overlay-elements", "The elements of all templates")),
  createElement: onHttp(createElement, json("POST /api/overlay-elements", "Add an element in front of the others", { status: 201 })),
  updateElement: onHttp(updateElement, json("PATCH /api/overlay-elements/{id}", "Change an element")),
  deleteElement: onHttp(deleteElement, json("DELETE /api/overlay-elements/{id}", "Delete an element")),

  media: onBoth(listMedia, json("GET /api/media", "The pictures of the media library, newest first")),
  uploadMedia: onHttp(uploadPicture, upload("POST /api/media", "Upload a picture: png, jpeg or webp", "image", 201)),
  openThumbnail: onHttp(openThumbnail, file("GET /api/media/{id}/thumbnail", "A picture at most 320 pixels wide and high")),
  deleteMedia: onBoth(deleteMedia, json("DELETE /api/media/{id}", "Delete a picture; refused while templates show it")),
});
