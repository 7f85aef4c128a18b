import { Card, CardHeader, cn, Fact, Facts, PageHeader } from "@nightjar/ui";
import { Shield, UserRound } from "lucide-react";
import { usePageTitle } from "../../lib/page-title.ts";
import { readUser, type StoredUser } from "../../lib/session.ts";
import { roleLook, statusColour } from "./account-look.ts";
import { ChangePassword } from "./change-password.tsx";
import { OtherSessions } from "./other-sessions.tsx";
import { Rendering } from "./rendering.tsx";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

/** "1 March 2026". */
function memberSince(user: StoredUser | null): string {
  const date = new Date(user?.createdAt ?? "");
  return Number.isNaN(date.getTime()) ? "–" : day.format(date);
}

function AccountInformation() {
  const user = readUser();
  const role = roleLook(user?.role);
  const RoleIcon = role.isAdmin ? Shield : UserRound;
  return (
    <Card aria-labelledby="account-information">
      <CardHeader id="account-information" title="Account Information" />
      <Facts>
        <Fact name="Email">{user?.email ?? "–"}</Fact>
        <Fact name="Role">
          <span className="inline-flex items-center gap-1.5">
            <RoleIcon aria-hidden className={cn("size-4", role.colour)} />
            {role.label}
          </span>
        </Fact>
        <Fact name="Status">
          <span className={statusColour(user?.status)}>{user?.status ?? "–"}</span>
        </Fact>
        <Fact name="Member since">{memberSince(user)}</Fact>
      </Facts>
    </Card>
  );
}

/** /settings */
export function SettingsPage() {
  usePageTitle("Settings");
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Settings" subtitle="Account and app settings" />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <AccountInformation />
          <ChangePassword />
        </div>
        <div className="flex flex-col gap-4">
          <OtherSessions />
          <Rendering />
        </div>
      </div>
    </div>
  );
}
