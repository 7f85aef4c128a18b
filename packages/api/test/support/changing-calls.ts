import { addBackgroundFile, addTrack } from "@nightjar/api/testing";
import { changePassword } from "../../src/auth/change-password.ts";
import { createResetLink } from "../../src/auth/create-reset-link.ts";
import { deleteUser } from "../../src/auth/delete-user.ts";
import { endOtherSessions } from "../../src/auth/end-other-sessions.ts";
import { login } from "../../src/auth/login.ts";
import { register } from "../../src/auth/register.ts";
import { requestReset } from "../../src/auth/request-reset.ts";
import { resetPassword } from "../../src/auth/reset-password.ts";
import { setStatus } from "../../src/auth/set-status.ts";
import { activateBackground } from "../../src/backgrounds/activate-background.ts";
import { createBackground } from "../../src/backgrounds/create-background.ts";
import { deleteBackground } from "../../src/backgrounds/delete-background.ts";
import { updateBackground } from "../../src/backgrounds/update-background.ts";
import { beginUpload, continueUpload, giveUpUpload } from "../../src/backgrounds/resumable-upload.ts";
import { takeUpload, uploadVideo } from "../../src/backgrounds/upload-video.ts";
import { createTrack } from "../../src/library/create-track.ts";
import { deleteTrack } from "../../src/library/delete-track.ts";
import { takeArtwork } from "../../src/library/take-artwork.ts";
import { updateTrack } from "../../src/library/update-track.ts";
import { uploadArtwork } from "../../src/library/upload-artwork.ts";
import { uploadAudio, uploadMaster } from "../../src/library/upload-audio.ts";
import { changeTemplate } from "../../src/overlays/change-template.ts";
import { createElement } from "../../src/overlays/create-element.ts";
import { createPlaylist, deletePlaylist } from "../../src/playlists/create-playlist.ts";
import { decideEntry, importTracks } from "../../src/playlists/import-tracks.ts";
import { matchEntries } from "../../src/playlists/match-entries.ts";
import { analyzePlaylist, cancelJob, importTrack, startAnalysis, startSync, syncPlaylist } from "../../src/playlists/spotify.ts";
import { connectSpotify, disconnectSpotify, finishSpotifyConnect } from "../../src/playlists/spotify-account.ts";
import { bringSpotify, SPOTIFY_ID } from "./spotify.ts";
import { createTemplate } from "../../src/overlays/create-template.ts";
import { deleteElement } from "../../src/overlays/delete-element.ts";
import { deleteTemplate } from "../../src/overlays/delete-template.ts";
import { updateElement } from "../../src/overlays/update-element.ts";
import { updateTemplate } from "../../src/overlays/update-template.ts";
import { deleteMedia } from "../../src/pictures/delete-media.ts";
import { uploadPicture } from "../../src/pictures/upload-picture.ts";
import { patchSettings } from "../../src/settings/settings.ts";
import { cancelSample, makeSample, removeSample } from "../../src/sample/sample-channel.ts";
import { addTrack as addOne, addTracks } from "../../src/streams/add-tracks.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { removeDestination, setDestination } from "../../src/streams/destination.ts";
import { addDestination, deleteDestination, replaceDestination } from "../../src/streams/destinations.ts";
import { duplicateStream } from "../../src/streams/duplicate-stream.ts";
import { liftQuarantine } from "../../src/streams/lift-quarantine.ts";
import { setGapless } from "../../src/streams/set-gapless.ts";
import { jumpToTrack, skipTrack } from "../../src/streams/skip-jump.ts";
import { startStream, stopStream } from "../../src/streams/start-stop.ts";
import { stepTracklist } from "../../src/streams/step-tracklist.ts";
import { testAddress, testDestination } from "../../src/streams/test-destination.ts";
import { updateContent } from "../../src/streams/update-content.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { startTest, stopTest } from "../../src/test-stream/start-stop-test.ts";
import { createBroadcast, updateBroadcast } from "../../src/youtube/broadcast-verbs.ts";
import { setupYoutube } from "../../src/youtube/channels.ts";
import { connectYoutube, finishYoutubeConnect } from "../../src/youtube/connect.ts";
import type { Studio } from "./call-verb.ts";
import { bringFiles, formOf } from "./files.ts";
import {
  aBackground,
  aDestination,
  anAccount,
  anElement,
  aPerson,
  aPlaylist,
  aReading,
  aTemplate,
  aTrack,
  connected,
  files,
  offAir,
  onAir,
  piecesOf,
  SECRETS,
  sentAway,
  THERE,
  withAccount,
  withChannel,
} from "./given.ts";

/** A call that succeeds; what it needs is made before by `ready`, of which nothing is looked at. */
interface ChangingCall {
  readonly ready?: (studio: Studio) => Promise<Readonly<Record<string, unknown>>>;
  readonly call: (studio: Studio, made: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/** By the name of the verb: all of them, or the walk fails. */
export const CHANGING_CALLS: Readonly<Record<string, ChangingCall>> = {
  "auth.login": { ready: aPerson, call: (s, { email }) => s.callVerb(login, { email, password: SECRETS.password }, "anonymous") },
  "auth.register": { call: (s) => s.callVerb(register, { email: "new@example.com", password: SECRETS.password }, "anonymous") },
  "auth.changePassword": {
    ready: aPerson,
    call: (s, { token }) =>
      s.callVerb(
        changePassword,
        { currentPassword: SECRETS.password, newPassword: SECRETS.newPassword, confirmPassword: SECRETS.newPassword },
        { token: String(token) },
      ),
  },
  "auth.endOtherSessions": {
    async ready(s) {
      const person = await aPerson(s);
      await s.services.sessions.create(person.id);
      return person;
    },
    call: (s, { token }) => s.callVerb(endOtherSessions, undefined, { token: String(token) }),
  },
  "auth.requestReset": {
    ready: aPerson,
    call(s, { email }) {
      s.ports.mailer.configured = true;
      return s.callVerb(requestReset, { email: String(email) }, "anonymous");
    },
  },
  "auth.resetPassword": {
    ready: async (s) => {
      const { path } = await s.callVerb(createResetLink, await anAccount(s));
      return { token: path.split("#")[1] };
    },
    call: (s, { token }) => s.callVerb(resetPassword, { token: String(token), newPassword: SECRETS.newPassword }, "anonymous"),
  },
  "admin.createResetLink": { ready: anAccount, call: (s, made) => s.callVerb(createResetLink, made) },
  "admin.setStatus": { ready: anAccount, call: (s, made) => s.callVerb(setStatus, { ...made, status: "approved" }) },
  "admin.deleteUser": { ready: anAccount, call: (s, made) => s.callVerb(deleteUser, made) },
  "tracks.create": {
    ready: async (s) => {
      const trackId = addTrack(s.services, "Has a file");
      const row = s.services.db.query.tracks.findFirst().sync();
      return { trackId, fileUrl: `/api/files/audio/${row?.audioSha256 ?? ""}.mp3` };
    },
    call: (s, { fileUrl }) => s.callVerb(createTrack, { title: "T", artist: "A", duration: "4:23", fileUrl }),
  },
  "tracks.update": { ready: aTrack, call: (s, made) => s.callVerb(updateTrack, { ...made, bpm: 90 }) },
  "tracks.delete": { ready: aTrack, call: (s, made) => s.callVerb(deleteTrack, made) },
  "tracks.takeArtwork": {
    ready: async (s) => {
      bringFiles(s.ports);
      s.ports.foreignPictures.fetch = async () => Buffer.from("cover");
      return {};
    },
    call: (s) => s.callVerb(takeArtwork, { url: "https://covers.example/1.jpg" }),
  },
  "library.uploadAudio": { ready: files, call: (s) => s.callVerb(uploadAudio, formOf("a.mp3")) },
  "library.uploadMaster": { ready: files, call: (s) => s.callVerb(uploadMaster, formOf("a.wav")) },
  "library.uploadArtwork": { ready: files, call: (s) => s.callVerb(uploadArtwork, formOf("a.png")) },
  "streams.create": { call: (s) => s.callVerb(createStream, { title: "Night" }) },
  "streams.duplicate": { ready: onAir, call: (s, { id }) => s.callVerb(duplicateStream, { id, title: "Day", withDestinations: true }) },
  "streams.update": { ready: onAir, call: (s, { id }) => s.callVerb(updateStream, { id, title: "Day" }) },
  "streams.delete": { ready: onAir, call: (s, { id }) => s.callVerb(deleteStream, { id }) },
  "streams.addTrack": { ready: onAir, call: (s, { id, trackId }) => s.callVerb(addOne, { id, trackId }) },
  "streams.addTracks": { ready: onAir, call: (s, { id, trackId }) => s.callVerb(addTracks, { streamId: id, trackIds: [trackId] }) },
  "streams.setDestination": { ready: offAir, call: (s, { id }) => s.callVerb(setDestination, { id, ...THERE }) },
  "streams.removeDestination": { ready: connected, call: (s, { id }) => s.callVerb(removeDestination, { id }) },
  "streams.addDestination": { ready: offAir, call: (s, { id }) => s.callVerb(addDestination, { id, ...THERE }) },
  "streams.deleteDestination": {
    ready: aDestination,
    call: (s, made) => s.callVerb(deleteDestination, made),
  },
  "streams.replaceDestination": {
    ready: aDestination,
    call: (s, made) => s.callVerb(replaceDestination, { ...made, ...THERE, streamKey: "another" }),
  },
  "streams.testDestination": { ready: aDestination, call: (s, made) => s.callVerb(testDestination, made) },
  "streams.testAddress": { ready: offAir, call: (s) => s.callVerb(testAddress, THERE) },
  "streams.start": { ready: connected, call: (s, { id }) => s.callVerb(startStream, { id }) },
  "streams.stop": { ready: onAir, call: (s, { id }) => s.callVerb(stopStream, { id }) },
  "streams.setGapless": { ready: onAir, call: (s, { id, itemId }) => s.callVerb(setGapless, { id, itemId, isGapless: true }) },
  "streams.stepTracklist": {
    ready: onAir,
    call: (s, { id, itemId }) => s.callVerb(stepTracklist, { id, step: { is: "remove", itemIds: [itemId] }, readAt: 1 }),
  },
  "streams.updateContent": { ready: onAir, call: (s, { id }) => s.callVerb(updateContent, { id }) },
  "streams.skip": { ready: onAir, call: (s, { id }) => s.callVerb(skipTrack, { id }) },
  "streams.jump": { ready: onAir, call: (s, { id, itemId }) => s.callVerb(jumpToTrack, { id, itemId }) },
  "streams.liftQuarantine": {
    ready: async (s) => {
      const { id, trackId } = await onAir(s);
      s.engine.liftQuarantine = () => true;
      return { id, trackId };
    },
    call: (s, made) => s.callVerb(liftQuarantine, made),
  },
  "youtube.connect": { ready: offAir, call: (s, { id }) => s.callVerb(connectYoutube, { streamId: id }) },
  "youtube.callback": {
    ready: async (s) => {
      const { id } = await offAir(s);
      s.ports.youtube.channels = async () => [];
      return sentAway(s, "google", await s.callVerb(connectYoutube, { streamId: id }));
    },
    call: (s, { state, browserNonce }) =>
      s.callVerb(finishYoutubeConnect, { state, code: "code" }, { token: "", browserNonce: String(browserNonce) }),
  },
  "youtube.setupStream": { ready: withAccount, call: (s, { id }) => s.callVerb(setupYoutube, { id, channelId: "UC1" }) },
  "youtube.createStream": { ready: withChannel, call: (s, { id }) => s.callVerb(createBroadcast, { streamId: id }) },
  "youtube.updateStream": {
    async ready(s) {
      const made = await withChannel(s);
      await s.callVerb(createBroadcast, { streamId: made.id });
      return made;
    },
    call: (s, { id }) => s.callVerb(updateBroadcast, { id, title: "Dawn" }),
  },
  "settings.patch": { call: (s) => s.callVerb(patchSettings, { transition: "slide" }) },
  "backgrounds.uploadVideo": { ready: files, call: (s) => s.callVerb(uploadVideo, formOf("a.mp4")) },
  "backgrounds.beginUpload": { ready: aBackground, call: (s) => s.callVerb(beginUpload, undefined) },
  "backgrounds.continueUpload": { ready: aBackground, call: (s) => s.callVerb(continueUpload, { id: "1" }) },
  "backgrounds.giveUpUpload": { ready: aBackground, call: (s) => s.callVerb(giveUpUpload, { id: "1" }) },
  "backgrounds.takeUpload": { ready: piecesOf("a.mp4"), call: (s) => s.callVerb(takeUpload, { id: "1" }) },
  "backgrounds.create": {
    ready: async (s) => ({ videoUrl: addBackgroundFile(s.services, "rain") }),
    call: (s, { videoUrl }) => s.callVerb(createBackground, { title: "Rain", videoUrl }),
  },
  "backgrounds.update": { ready: aBackground, call: (s, { id }) => s.callVerb(updateBackground, { id, title: "Sea" }) },
  "backgrounds.activate": { ready: aBackground, call: (s, made) => s.callVerb(activateBackground, made) },
  "backgrounds.delete": { ready: aBackground, call: (s, made) => s.callVerb(deleteBackground, made) },
  "overlays.createTemplate": { call: (s) => s.callVerb(createTemplate, { name: "Line" }) },
  "overlays.updateTemplate": { ready: aTemplate, call: (s, { id }) => s.callVerb(updateTemplate, { id, name: "Other" }) },
  "overlays.deleteTemplate": { ready: aTemplate, call: (s, made) => s.callVerb(deleteTemplate, made) },
  "overlays.change": {
    ready: aTemplate,
    call: (s, { id }) => s.callVerb(changeTemplate, { id, revision: 0, changes: [{ kind: "plates", plates: [] }] }),
  },
  "overlays.createElement": {
    ready: aTemplate,
    call: (s, { id }) => s.callVerb(createElement, { templateId: id, name: "Text", type: "text" }),
  },
  "playlists.create": { call: (s) => s.callVerb(createPlaylist, { name: "Night", entries: [{ title: "Moth", artist: "Lamp" }] }) },
  "playlists.importTracks": {
    ready: aPlaylist,
    call: (s, { id, entryId }) => s.callVerb(importTracks, { id, entryIds: [entryId] }),
  },
  "playlists.decide": {
    ready: aPlaylist,
    call: (s, { id, doubtfulId, trackId }) => s.callVerb(decideEntry, { id, entryId: doubtfulId, trackId }),
  },
  "playlists.delete": { ready: aPlaylist, call: (s, { id }) => s.callVerb(deletePlaylist, { id }) },
  "playlists.match": { ready: aPlaylist, call: (s) => s.callVerb(matchEntries, { entries: [{ title: "Moth", artist: "Lamp" }] }) },
  "spotify.connect": { call: (s) => s.callVerb(connectSpotify, undefined) },
  "spotify.callback": {
    async ready(s) {
      bringSpotify(s);
      s.ports.spotify.account = async () => ({ id: "operator", name: "The Operator" });
      return sentAway(s, "spotify", await s.callVerb(connectSpotify, undefined));
    },
    call: (s, { state, browserNonce }) =>
      s.callVerb(finishSpotifyConnect, { state, code: "code" }, { token: "", browserNonce: String(browserNonce) }),
  },
  "spotify.disconnect": { ready: async (s) => bringSpotify(s), call: (s) => s.callVerb(disconnectSpotify, undefined) },
  "spotify.analyze": { ready: async (s) => bringSpotify(s), call: (s) => s.callVerb(analyzePlaylist, { playlistUrl: SPOTIFY_ID }) },
  "spotify.startAnalysis": { ready: async (s) => bringSpotify(s), call: (s) => s.callVerb(startAnalysis, { playlistUrl: SPOTIFY_ID }) },
  "spotify.sync": { ready: async (s) => bringSpotify(s), call: (s) => s.callVerb(syncPlaylist, { playlistId: SPOTIFY_ID }) },
  "spotify.startSync": {
    ready: async (s) => {
      bringSpotify(s);
      // What it does when it comes to its end leaves an entry of its own.
      s.ports.spotify.playlist = () => new Promise<never>(() => undefined);
      return {};
    },
    call: (s) => s.callVerb(startSync, { playlistId: SPOTIFY_ID }),
  },
  "spotify.cancelJob": { ready: aReading, call: (s) => s.callVerb(cancelJob, { id: SPOTIFY_ID }) },
  "spotify.importTrack": {
    ready: async (s) => {
      const entries = [{ title: "Moth", artist: "Lamp", spotifyId: "4iV5W9uYEdYUVa79Axb7Rh" }];
      await s.callVerb(createPlaylist, { name: "Night", entries });
      return {};
    },
    call: (s) => s.callVerb(importTrack, { trackId: "4iV5W9uYEdYUVa79Axb7Rh" }),
  },
  "sample.make": { ready: offAir, call: (s) => s.callVerb(makeSample, undefined) },
  "sample.cancel": { ready: offAir, call: (s) => s.callVerb(cancelSample, undefined) },
  "sample.remove": { ready: offAir, call: (s) => s.callVerb(removeSample, {}) },
  "testStream.start": { ready: offAir, call: (s, { id }) => s.callVerb(startTest, { streamId: id }) },
  "testStream.stop": {
    async ready(s) {
      const { id } = await offAir(s);
      await s.callVerb(startTest, { streamId: id });
      return { id };
    },
    call: (s, { id }) => s.callVerb(stopTest, { streamId: id }),
  },
  "overlays.updateElement": { ready: anElement, call: (s, { id }) => s.callVerb(updateElement, { id, content: "Hello" }) },
  "overlays.deleteElement": { ready: anElement, call: (s, made) => s.callVerb(deleteElement, made) },
  "overlays.uploadMedia": { ready: files, call: (s) => s.callVerb(uploadPicture, formOf("a.png")) },
  "overlays.deleteMedia": {
    ready: async (s) => {
      bringFiles(s.ports);
      return { id: (await s.callVerb(uploadPicture, formOf("a.png"))).id };
    },
    call: (s, made) => s.callVerb(deleteMedia, made),
  },
};
