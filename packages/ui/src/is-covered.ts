/** Whether something lies over the page, which then has its keys: also where a press beside it took the focus away. */
export const isCovered = (): boolean => document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
