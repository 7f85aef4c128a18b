import { asRunEntry, overlayTemplate, track } from "@nightjar/contract";
import { z } from "zod";
import { changePassword } from "../auth/change-password.ts";
import { deleteUser } from "../auth/delete-user.ts";
import { listPendingUsers, listUsers } from "../auth/list-users.ts";
import { login } from "../auth/login.ts";
import { me } from "../auth/me.ts";
import { register } from "../auth/register.ts";
import { setStatus } from "../auth/set-status.ts";
import { activateBackground } from "../backgrounds/activate-background.ts";
import { createBackground } from "../backgrounds/create-background.ts";
import { deleteBackground } from "../backgrounds/delete-background.ts";
import { getBackground } from "../backgrounds/get-background.ts";
import { listBackgrounds } from "../backgrounds/list-backgrounds.ts";
import { openBackground } from "../backgrounds/open-background.ts";
import { updateBackground } from "../backgrounds/update-background.ts";
import { uploadVideo } from "../backgrounds/upload-video.ts";
import { checkDuplicates } from "../library/check-duplicates.ts";
import { createTrack } from "../library/create-track.ts";
import { deleteTrack } from "../library/delete-track.ts";
import { getTrack } from "../library/get-track.ts";
import { listTracks } from "../library/list-tracks.ts";
import { openFile } from "../files/open-file.ts";
import { updateTrack } from "../library/update-track.ts";
import { uploadArtwork } from "../library/upload-artwork.ts";
import { uploadAudio, uploadMaster } from "../library/upload-audio.ts";
import { deleteMedia } from "../pictures/delete-media.ts";
import { listMedia } from "../pictures/list-media.ts";
import { openThumbnail } from "../pictures/open-thumbnail.ts";
import { uploadPicture } from "../pictures/upload-picture.ts";
import { createElement } from "../overlays/create-element.ts";
import { createTemplate } from "../overlays/create-template.ts";
import { deleteElement } from "../overlays/delete-element.ts";
import { deleteTemplate } from "../overlays/delete-template.ts";
import { listElements } from "../overlays/list-elements.ts";
import { listTemplateElements, listTemplates } from "../overlays/list-templates.ts";
import { getMotionPrice } from "../streams/motion-price.ts";
import { getTemplateUsage } from "../overlays/template-usage.ts";
import { updateElement } from "../overlays/update-element.ts";
import { updateTemplate } from "../overlays/update-template.ts";
import { getRenderEncoders, getSettings, patchSettings } from "../settings/settings.ts";
import { addTrack, addTracks } from "../streams/add-tracks.ts";
import { exportAsRun } from "../streams/as-run.ts";
import { createStream } from "../streams/create-stream.ts";
import { deleteStream } from "../streams/delete-stream.ts";
import { removeDestination, setDestination } from "../streams/destination.ts";
import { addDestination, deleteDestination, listDestinations } from "../streams/destinations.ts";
import { watchEvents } from "../streams/events.ts";
import { getStream } from "../streams/get-stream.ts";
import { listStreams } from "../streams/list-streams.ts";
import { liftQuarantine } from "../streams/lift-quarantine.ts";
import { getOnAir } from "../streams/on-air.ts";
import { jumpToTrack, skipTrack } from "../streams/skip-jump.ts";
import { startStream, stopStream } from "../streams/start-stop.ts";
import { updateContent } from "../streams/update-content.ts";
import { updateStream } from "../streams/update-stream.ts";
import { health, metrics, ready } from "../system/system.ts";
import { openapi } from "./openapi.ts";
import { route } from "./route.ts";
import type { Route } from "./route.ts";

/** Every call there is outside tRPC. The server's routes, the OpenAPI document and the authorisation walk derive from it. */
export const ROUTES: readonly Route[] = [
  route("POST /api/auth/login", login, "Sign in"),
  route("POST /api/auth/register", register, "Ask for an account", { status: 201 }),
  route("GET /api/auth/me", me, "The own account"),
  route("POST /api/auth/change-password", changePassword, "Change the own password; ends all other sessions"),
  route("GET /api/auth/users", listUsers, "All accounts"),
  route("GET /api/auth/users/pending", listPendingUsers, "Accounts that wait for approval"),
  route("PATCH /api/auth/users/{userId}/status", setStatus, "Approve, reject or revoke an account"),
  route("DELETE /api/auth/users/{userId}", deleteUser, "Delete an account"),

  route("GET /api/tracks", listTracks, "The library, or with limit and cursor a page of it", {
    reply: ({ items, nextCursor }) => ({ body: items, ...(nextCursor === null ? {} : { headers: { "X-Next-Cursor": nextCursor } }) }),
    bodySchema: z.array(track),
  }),
  route("POST /api/tracks", createTrack, "Add a track", { status: 201 }),
  route("POST /api/tracks/check-duplicates", checkDuplicates, "Which ISRC codes are in the library already"),
  route("GET /api/tracks/{id}", getTrack, "One track"),
  route("PATCH /api/tracks/{id}", updateTrack, "Change a track"),
  route("DELETE /api/tracks/{id}", deleteTrack, "Remove a track from the library and all tracklists"),
  route("POST /api/upload/audio", uploadAudio, "Upload an audio file", { uploadField: "audio" }),
  route("POST /api/upload/master", uploadMaster, "Upload an audio file of up to 2 GB, as bulk upload does", { uploadField: "audio" }),
  route("POST /api/upload/artwork", uploadArtwork, "Upload a cover for a track or a stream: png, jpeg or webp", { uploadField: "image" }),
  route("GET /api/files/{kind}/{name}", openFile, "Bytes of a stored file; answers ranges", { transport: "file" }),

  route("GET /api/streams", listStreams, "All streams"),
  route("POST /api/streams", createStream, "Create a stream", { status: 201 }),
  route("POST /api/streams/add-tracks", addTracks, "Add tracks to the end of a tracklist"),
  route("GET /api/streams/{id}", getStream, "One stream with its tracks"),
  route("PATCH /api/streams/{id}", updateStream, "Change a stream or its tracklist"),
  route("DELETE /api/streams/{id}", deleteStream, "Delete a stream; takes it off air"),
  route("POST /api/streams/{id}/tracks", addTrack, "Add a track to the end of the tracklist"),
  route("PUT /api/streams/{id}/destination", setDestination, "Set the RTMP destination"),
  route("DELETE /api/streams/{id}/destination", removeDestination, "Remove the RTMP destination"),
  route("GET /api/streams/{id}/destinations", listDestinations, "All the stream is sent to; keys are only told as 'set'"),
  route("POST /api/streams/{id}/destinations", addDestination, "Add an RTMP destination beside what there is", { status: 201 }),
  route("DELETE /api/streams/{id}/destinations/{destinationId}", deleteDestination, "Remove an RTMP destination; the others go on"),
  route("POST /api/streams/{id}/update-content", updateContent, "Make sure that what is stored is on air now; answers when it is"),
  route("POST /api/streams/{id}/skip", skipTrack, "Leave the track that is heard for the next one"),
  route("POST /api/streams/{id}/jump", jumpToTrack, "Leave the track that is heard for another entry of the tracklist"),
  route("POST /api/streams/{id}/quarantine/{trackId}/lift", liftQuarantine, "Try a track again whose file was left out"),
  route("GET /api/streams/{id}/on-air", getOnAir, "What is true of the stream now"),
  route("GET /api/streams/{id}/motion-price", getMotionPrice, "What an overlay template that moves would cost in disk and rendering"),
  route("GET /api/streams/{id}/as-run", exportAsRun, "What really aired, newest first: all of it or a page, as JSON or CSV", {
    transport: "export",
    bodySchema: z.array(asRunEntry),
  }),
  route("POST /api/direct-streaming/start/{id}", startStream, "Go on air"),
  route("POST /api/direct-streaming/stop/{id}", stopStream, "Go off air"),
  route("GET /api/events", watchEvents, "Server-sent events of the actual state", { transport: "events" }),

  route("GET /api/stream-settings", getSettings, "The studio's settings"),
  route("PATCH /api/stream-settings", patchSettings, "Change the studio's settings"),
  route("GET /api/render-encoders", getRenderEncoders, "What there is to render pictures with"),

  route("POST /api/upload/video", uploadVideo, "Upload a background: a video, or a still picture", { uploadField: "video" }),
  route("GET /api/backgrounds", listBackgrounds, "All backgrounds"),
  route("POST /api/backgrounds", createBackground, "Add an uploaded video to the backgrounds", { status: 201 }),
  route("GET /api/backgrounds/{id}", getBackground, "One background"),
  route("PATCH /api/backgrounds/{id}", updateBackground, "Change title or description"),
  route("PATCH /api/backgrounds/{id}/activate", activateBackground, "Make it the default of streams that have chosen none"),
  route("DELETE /api/backgrounds/{id}", deleteBackground, "Delete a background; streams that chose it fall back to the default"),
  route("GET /api/backgrounds/{id}/video", openBackground, "The video's bytes; answers ranges", { transport: "file" }),

  route("GET /api/overlay-templates", listTemplates, "All overlay templates"),
  route("POST /api/overlay-templates", createTemplate, "Create a template", {
    status: 201,
    reply: ({ template }) => ({ body: template }),
    bodySchema: overlayTemplate,
  }),
  route("PATCH /api/overlay-templates/{id}", updateTemplate, "Change name or description"),
  route("DELETE /api/overlay-templates/{id}", deleteTemplate, "Delete a template; refused while streams show it"),
  route("GET /api/overlay-templates/{id}/elements", listTemplateElements, "The elements of a template, from back to front"),
  route("GET /api/overlay-templates/{id}/usage", getTemplateUsage, "The streams that have chosen a template"),
  route("GET /api/overlay-elements", listElements, "The elements of all templates"),
  route("POST /api/overlay-elements", createElement, "Add an element in front of the others", { status: 201 }),
  route("PATCH /api/overlay-elements/{id}", updateElement, "Change an element"),
  route("DELETE /api/overlay-elements/{id}", deleteElement, "Delete an element"),
  route("GET /api/media", listMedia, "The pictures of the media library, newest first"),
  route("POST /api/media", uploadPicture, "Upload a picture: png, jpeg or webp", { uploadField: "image", status: 201 }),
  route("GET /api/media/{id}/thumbnail", openThumbnail, "A picture at most 320 pixels wide and high", { transport: "file" }),
  route("DELETE /api/media/{id}", deleteMedia, "Delete a picture; refused while templates show it"),

  route("GET /api/health", health, "Answers as soon as the server serves"),
  route("GET /api/ready", ready, "503 with what is missing"),
  route(
    "GET /api/openapi.json",
    openapi(() => ROUTES),
    "This document",
  ),
  route("GET /metrics", metrics, "Prometheus text, for an administrator's bearer or METRICS_TOKEN", { transport: "text" }),
];
