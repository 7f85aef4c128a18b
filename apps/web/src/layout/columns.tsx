import { cn } from "@nightjar/ui";
import { metaHelper, tableFeatures, useTable, type ReactTable, type Row, type RowData, type TableOptions } from "@tanstack/react-table";

export interface ColumnLook {
  /** Of its cells. */
  readonly cell?: string;
  readonly heading?: string;
}

/** What tables need here: the server filters, sorts and pages. `Given` is what their cells get beside the row. */
export const columnsWith = <Given extends object>() =>
  tableFeatures({ columnMeta: metaHelper<ColumnLook>(), tableMeta: metaHelper<Given>() });
type Features<Given extends object> = ReturnType<typeof columnsWith<Given>>;

export type ColumnTable<Given extends object, Data extends RowData> = ReactTable<Features<Given>, Data>;

export function useColumns<Given extends object, Data extends RowData>(
  features: Features<Given>,
  options: Omit<TableOptions<Features<Given>, Data>, "features">,
): ColumnTable<Given, Data> {
  return useTable<Features<Given>, Data>({ ...options, features });
}

export interface HeadingsProps<Given extends object, Data extends RowData> {
  table: ColumnTable<Given, Data>;
  /** The columns, as the rows have them. */
  className: string;
}

/** The row of headings. */
export function Headings<Given extends object, Data extends RowData>({ table, className }: HeadingsProps<Given, Data>) {
  return table.getHeaderGroups().map((group) => (
    <div key={group.id} role="row" aria-rowindex={1} className={cn(className, "text-xs font-medium text-dim")}>
      {group.headers.map((header) => (
        <div key={header.id} role="columnheader" className={header.column.columnDef.meta?.heading}>
          <table.FlexRender header={header} />
        </div>
      ))}
    </div>
  ));
}

export interface CellsProps<Given extends object, Data extends RowData> {
  table: ColumnTable<Given, Data>;
  row: Row<Features<Given>, Data>;
}

export function Cells<Given extends object, Data extends RowData>({ table, row }: CellsProps<Given, Data>) {
  return row.getAllCells().map((cell) => (
    <div key={cell.id} role="cell" className={cell.column.columnDef.meta?.cell}>
      <table.FlexRender cell={cell} />
    </div>
  ));
}
