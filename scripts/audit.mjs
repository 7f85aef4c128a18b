import { pnpmBinary } from "./lib/paths.mjs";
import { Refusal, collect, main, say } from "./lib/run.mjs";
import { setup } from "./lib/setup.mjs";

/** Licences that ask for no more than to be named. */
const permissive =
  /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|OFL-1\.1|CC0-1\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|Zlib|WTFPL)$/;

await main(async () => {
  await setup();
  const vulnerable = await vulnerabilities();
  const unknown = await licences();
  return vulnerable || unknown ? 1 : 0;
});

/** @returns whether anything that ships has a known vulnerability */
async function vulnerabilities() {
  const { code, all } = await collect(pnpmBinary, ["audit", "--prod"]);
  if (/AUDIT_BAD_RESPONSE|responded with 4\d\d|ERR_PNPM_AUDIT_ENDPOINT/.test(all)) {
    say("The package registry in use answers no audit calls, so known vulnerabilities were not looked up.");
    return false;
  }
  say(all.trim());
  return code !== 0;
}

/** @returns whether anything that ships has a licence that wants a decision */
async function licences() {
  const { out, all, code } = await collect(pnpmBinary, ["licenses", "list", "--recursive", "--prod", "--json"]);
  if (code !== 0) throw new Refusal(all.trim());
  const ships = Object.entries(JSON.parse(out)).sort(([, a], [, b]) => b.length - a.length);
  say("\nLicences of what ships:");
  for (const [licence, packages] of ships) say(`  ${licence.padEnd(24)} ${packages.length} packages`);
  const open = ships.filter(([licence]) => !isPermissive(licence));
  for (const [licence, packages] of open) say(`${licence} needs a decision: ${packages.map(({ name }) => name).join(", ")}`);
  return open.length > 0;
}

/** "(MIT OR GPL-2.0)" leaves us the choice; AND asks for both. */
function isPermissive(licence) {
  const text = licence.replace(/[()]/g, "");
  return text.split(" OR ").some((choice) => choice.split(" AND ").every((one) => permissive.test(one.trim())));
}
