/** What a choice of several says of those that do not fit into its line. */
export const moreChosen = (left: readonly unknown[]): string => `另${left.length}项`;
