import type { Background, OverlayTemplate } from "@nightjar/contract";
import { useNavigate } from "@tanstack/react-router";
import { Image, Keyboard, Layers, LogOut, Pencil, Plus, Trash2, Upload, X } from "lucide-react";
import { ADMIN_ENTRY, NAV, SETTINGS_ENTRY, type NavEntry } from "../../layout/nav.ts";
import { askedFor } from "../../lib/asked-for.ts";
import { readUser } from "../../lib/session.ts";
import { useSignOut } from "../../lib/sign-out.ts";
import { trpc } from "../../lib/trpc.ts";
import { useActivateBackground } from "../backgrounds/use-activate.tsx";
import { player, usePlayer } from "../player/use-player.ts";
import type { Command, Commands, Opened } from "./command.ts";
import {
  BulkUploadDialog,
  CreateStreamDialog,
  DeleteBackgroundDialog,
  DeleteTemplateDialog,
  EditBackgroundDialog,
  TrackDialog,
} from "./dialogs.ts";
import { studioSettings } from "./settings-commands.tsx";
import { useAsOpened } from "./use-as-opened.ts";
import { useAccountCommands } from "./use-account-commands.tsx";
import { usePlaylistCommands } from "./use-playlist-commands.tsx";
import { useSampleCommands } from "./use-sample-commands.tsx";

type Navigate = ReturnType<typeof useNavigate>;

function pagesFor(role: string | undefined, navigate: Navigate): readonly Command[] {
  const entries: readonly NavEntry[] = [...NAV, SETTINGS_ENTRY, ...(role === "admin" ? [ADMIN_ENTRY] : [])];
  return entries.map(({ to, label, description, icon: Icon }) => ({
    ...{ id: `page ${to}`, label, words: `${description} page go to`, icon: <Icon /> },
    run: () => void navigate({ to }),
  }));
}

function actionsIn(navigate: Navigate, signOut: () => void): readonly Command[] {
  const openStream = (id: string) => void navigate({ to: "/streaming", search: { stream: id } });
  return [
    {
      ...{ id: "create-stream", label: "Create New Stream", words: "make add", icon: <Plus /> },
      run: () => (close) => <CreateStreamDialog onClose={close} onCreated={openStream} />,
    },
    {
      ...{ id: "add-music", label: "Add Music", words: "upload a track new song library", icon: <Upload /> },
      run: () => (close) => <TrackDialog track={null} onClose={close} />,
    },
    {
      ...{ id: "bulk-upload", label: "Bulk Upload", words: "many tracks files albums library", icon: <Upload /> },
      run: () => (close) => <BulkUploadDialog onClose={close} />,
    },
    {
      ...{ id: "upload-background", label: "Upload Background", words: "video picture new", icon: <Image /> },
      run: () => void navigate({ to: "/backgrounds" }),
    },
    {
      ...{ id: "new-template", label: "Create New Template", words: "overlay design make", icon: <Layers /> },
      run: () => void navigate({ to: "/overlay", search: { template: "new" } }),
    },
    {
      ...{ id: "keys", label: "Keyboard Shortcuts", words: "keys help ?", icon: <Keyboard /> },
      // Once this list has gone, which gives way to that one.
      run: () => queueMicrotask(() => askedFor.ask("keys")),
    },
    { id: "sign-out", label: "Sign Out", words: "log out leave", icon: <LogOut />, run: signOut },
  ];
}

function onTemplate(template: OverlayTemplate, open: () => unknown): readonly Command[] {
  const { id, name, description } = template;
  return [
    {
      ...{ id: `template ${id}`, label: name, detail: description ?? undefined, words: "overlay template design", icon: <Layers /> },
      isMany: true,
      run: () => void open(),
    },
    {
      ...{ id: `delete template ${id}`, label: `Delete the template ${name}`, words: "overlay remove", icon: <Trash2 />, isMany: true },
      run: () => (close) => <DeleteTemplateDialog template={template} onClose={close} />,
    },
  ];
}

function onBackground(background: Background, activate: (background: Background) => Opened | void): readonly Command[] {
  const { id, title, isActive } = background;
  const setActive: Command = {
    ...{ id: `activate ${id}`, label: `Set ${title} Active`, words: "background default activate", icon: <Image />, isMany: true },
    run: () => activate(background),
  };
  return [
    ...(isActive ? [] : [setActive]),
    {
      ...{ id: `edit background ${id}`, label: `Edit the background ${title}`, words: "video picture", icon: <Pencil />, isMany: true },
      run: () => (close) => <EditBackgroundDialog background={background} onClose={close} />,
    },
    {
      ...{ id: `delete background ${id}`, label: `Delete the background ${title}`, words: "video picture remove", icon: <Trash2 /> },
      isMany: true,
      run: () => (close) => <DeleteBackgroundDialog background={background} onClose={close} />,
    },
  ];
}

/** Pages, playlists, templates, accounts, and what can be done anywhere. What the account may not do is not among it. */
export function useStudioCommands(): readonly Commands[] {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const overlays = trpc.overlays.templates.useQuery();
  const templates = useAsOpened(overlays) ?? [];
  const list = trpc.backgrounds.list.useQuery();
  const backgrounds = useAsOpened(list) ?? [];
  const { press: activate } = useActivateBackground();
  const sample = useSampleCommands(() => void navigate({ to: "/" }));
  const playlists = usePlaylistCommands();
  const accounts = useAccountCommands();
  const isPlaying = usePlayer(({ track }) => track !== null);
  const silence: Command = { id: "close-player", label: "Close Player", words: "stop listening", icon: <X />, run: player.close };
  return [
    { title: "Actions", entries: [...(isPlaying ? [silence] : []), ...actionsIn(navigate, signOut)] },
    // Before the settings: of what fits both alike, the page is meant.
    { title: "Pages", entries: pagesFor(readUser()?.role, navigate) },
    { title: "Settings", entries: studioSettings(navigate) },
    { title: "Sample channel", entries: sample },
    { title: "Playlists", entries: playlists },
    { title: "Backgrounds", entries: backgrounds.flatMap((background) => onBackground(background, activate)) },
    {
      title: "Overlay templates",
      entries: templates.flatMap((template) => onTemplate(template, () => navigate({ to: "/overlay", search: { template: template.id } }))),
    },
    { title: "Accounts", entries: accounts },
  ];
}
