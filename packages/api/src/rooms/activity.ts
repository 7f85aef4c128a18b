import { listActivity } from "../activity/recent-activity.ts";
import { json } from "../http/route.ts";
import { onBoth, room } from "../room.ts";

export const activityRoom = room("activity", {
  recent: onBoth(listActivity, json("GET /api/activity", "What people did of late, newest first; the same done to many things is one")),
});
