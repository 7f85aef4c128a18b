/** What stands between cells: spreadsheets of some countries write a semicolon. */
const SEPARATORS = [",", ";", "\t"] as const;

export interface CsvRow {
  /** As a spreadsheet counts them: from 1, empty ones too, and one whose cells have several lines as one. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface ParsedCsv {
  /** Without those that are empty. */
  readonly rows: readonly CsvRow[];
  /** The row in which a quotation mark begins that nothing ends; null: there is none. */
  readonly openQuoteRow: number | null;
}

/** RFC 4180, as forgiving as spreadsheets are, with the line ends of any system. */
export function parseCsv(text: string): ParsedCsv {
  const { plain, separator } = headed(text.replace(/^\uFEFF/, ""));
  const rows: CsvRow[] = [];
  let [row, cells, cell, isQuoted] = [1, new Array<string>(), "", false];
  const endCell = () => {
    cells.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (cells.some((each) => each.trim() !== "")) rows.push({ row, cells });
    [row, cells] = [row + 1, []];
  };
  for (let at = 0; at < plain.length; at++) {
    const char = plain[at] ?? "";
    if (isQuoted && char === '"' && plain[at + 1] === '"') cell += plain[++at];
    else if (char === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted;
    else if (isQuoted) cell += char;
    else if (char === separator) endCell();
    else if (char === "\n" || char === "\r") {
      if (char === "\r" && plain[at + 1] === "\n") at++;
      endRow();
    } else cell += char;
  }
  const openQuoteRow = isQuoted ? row : null;
  endRow();
  return { rows, openQuoteRow };
}

/** Some spreadsheets write a line before all others that says what stands between cells; they count it as no row. */
function headed(text: string): { plain: string; separator: string } {
  const [line, told] = /^"?sep=(.)"?(?:\r\n?|\n)/i.exec(text) ?? [];
  if (line !== undefined && told !== undefined) return { plain: text.slice(line.length), separator: told };
  return { plain: text, separator: separatorOf(/[^\r\n]+/.exec(text)?.[0] ?? "") };
}

const separatorOf = (head: string) => SEPARATORS.toSorted((a, b) => head.split(b).length - head.split(a).length)[0] ?? ",";
