import type { GrantId, GrantService, Logger } from "@nightjar/contract";
import { grants } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { Memo, backOffMs, createListeners, whileAsked } from "@nightjar/kit";
import { eq } from "drizzle-orm";
import type { Clock, SecretBox } from "../ports.ts";
import { ConsentsUnderWay } from "./consents-under-way.ts";
import { GrantError } from "./grant-error.ts";
import type { GrantProviders, GrantedTokens } from "./port.ts";
import { SpareTokens } from "./spare-tokens.ts";
import { type StoredGrant, isInUseBeside, tokenColumns } from "./stored-grants.ts";

/** A token that runs out while a call is under way is as good as none. */
const SPARE_MS = 60_000;
/** A service that could not be told that a grant is not wanted any more is told again so often. */
const TOLD_AGAIN = { firstMs: 60_000, longestMs: 60 * 60_000 } as const;
/** So long after its end it is told no more. */
const TOLD_FOR_MS = 24 * 60 * 60_000;

export const LOST_TEXT: Readonly<Record<StoredGrant["service"], string>> = {
  google: "Google does not accept this connection any more. Connect the Google account again; what is on air stays on air meanwhile.",
  spotify: "Spotify does not accept this connection any more. Connect the Spotify account again.",
};

/** Tokens of grants, fresh ones where the stored one has run out. */
export interface AccessTokens {
  /** @param refused the token that the service just refused: another one is asked for. @throws GrantError */
  of(id: GrantId, refused?: string): Promise<string>;
  /** Gives a grant back: tells the service where that ends nobody else's, and forgets it. Never throws: what could not be told, may be somebody else's too, or is not on the disk, stays ended, is told when this is asked again later, and is forgotten after a day. */
  giveBack(id: GrantId): Promise<void>;
  /** Somebody has come back from that service, and what is given is not stored yet: until this ends nothing is revoked there, which could end it as well. @returns ends it */
  beginConsent(service: GrantService): Promise<() => void>;
  /** Stores what could not be, where there is room by now: the tokens that are stored may be of no use any more. Never throws. */
  storeSpares(): void;
  /** Told once when the service takes a grant no more; who connects again has another one. @returns ends it */
  onLost(listener: (id: GrantId) => void): () => void;
}

interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly grantProviders: GrantProviders;
  readonly log: Logger;
}

interface Own extends Needs {
  readonly spares: SpareTokens;
  readonly consents: ConsentsUnderWay;
  readonly tell: (lost: GrantId) => void;
}

export function createAccessTokens(needs: Needs): AccessTokens {
  const { clock } = needs;
  const refreshes = new Memo<GrantId, string>(whileAsked);
  const gifts = new Memo<GrantId, void>(whileAsked);
  const untold = new Map<GrantId, { readonly tries: number; readonly againAtMs: number }>();
  const listeners = createListeners<[GrantId]>();
  const own: Own = { ...needs, spares: new SpareTokens(needs), consents: new ConsentsUnderWay(), tell: listeners.tell };
  return {
    async of(id, refused) {
      const grant = own.spares.read(id);
      if (!grant) throw new GrantError("lost", "This account is not connected any more. Connect it again.");
      if (grant.lostAt !== null) throw new GrantError("lost", LOST_TEXT[grant.service]);
      const stored = openOrNull(needs.secrets, grant.accessTokenSealed);
      const isFresh = grant.expiresAt === null || grant.expiresAt.getTime() - SPARE_MS > clock.nowMs();
      if (stored !== null && isFresh && stored !== refused) return stored;
      return refreshes.of(id, () => refresh(own, grant));
    },
    giveBack: (id) =>
      gifts.of(id, async () => {
        const { tries, againAtMs } = untold.get(id) ?? { tries: 0, againAtMs: 0 };
        if (clock.nowMs() < againAtMs) return;
        try {
          if (await tellAndForget(own, id)) return void untold.delete(id);
        } catch (error) {
          needs.log.error({ err: error, grantId: id }, "a grant could not be given back");
        }
        untold.set(id, { tries: tries + 1, againAtMs: clock.nowMs() + backOffMs(TOLD_AGAIN, tries) });
      }),
    beginConsent: (service) => own.consents.begin(service),
    storeSpares: () => own.spares.store(),
    onLost: listeners.subscribe,
  };
}

async function refresh(own: Own, grant: StoredGrant): Promise<string> {
  const { clock, db, grantProviders, log, secrets, spares } = own;
  const lose = () => {
    spares.drop(grant.id);
    db.update(grants)
      .set({ lostAt: new Date(clock.nowMs()) })
      .where(eq(grants.id, grant.id))
      .run();
    log.warn({ grantId: grant.id, service: grant.service }, "a connected account does not let us in any more");
    own.tell(grant.id);
    return new GrantError("lost", LOST_TEXT[grant.service]);
  };
  const refreshToken = grant.refreshTokenSealed === null ? null : openOrNull(secrets, grant.refreshTokenSealed);
  if (refreshToken === null) throw lose();
  let tokens: GrantedTokens;
  try {
    tokens = await grantProviders[grant.service].refresh(refreshToken);
  } catch (error) {
    throw error instanceof GrantError && error.failure === "lost" ? lose() : error;
  }
  // The token that was refreshed by may be of no use any more.
  if (spares.put(grant, tokenColumns(secrets, tokens, clock.nowMs()))) await db.flushed();
  return tokens.accessToken;
}

/** @returns whether it is forgotten, or was before */
async function tellAndForget(own: Own, id: GrantId): Promise<boolean> {
  const { clock, db, spares } = own;
  // No power cut brings back a grant that was given back.
  await db.flushed();
  const grant = spares.read(id);
  if (!grant) return true;
  const isTold = await revoke(own, grant);
  if (!isTold && clock.nowMs() - (grant.endedAt?.getTime() ?? 0) < TOLD_FOR_MS) return false;
  db.delete(grants).where(eq(grants.id, id)).run();
  return true;
}

/** @returns whether the service needs no telling any more */
async function revoke({ consents, db, secrets, grantProviders, log }: Own, grant: StoredGrant): Promise<boolean> {
  const token = openOrNull(secrets, grant.refreshTokenSealed ?? grant.accessTokenSealed);
  const tell = grantProviders[grant.service].revoke;
  // Of one that it has ended already, or that it cannot be told of.
  if (token === null || grant.lostAt !== null || tell === null) return true;
  // Looked at last: somebody may have connected the account again.
  const beside = isInUseBeside(db, grant);
  if (beside !== "no") return beside === "yes";
  try {
    // Told again later: what is being given now may be the same account's.
    return await consents.unlessUnderWay(grant.service, () => tell(token));
  } catch (error) {
    log.warn({ err: error, service: grant.service }, "a service could not be told that a grant is not wanted any more");
    return false;
  }
}

/** null: sealed with a key that was lost. */
function openOrNull(secrets: SecretBox, sealed: string): string | null {
  try {
    return secrets.open(sealed);
  } catch {
    return null;
  }
}
