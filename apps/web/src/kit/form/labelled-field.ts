/** Gives a field of a form its name and its label from one table of labels: `const labelled = labelledBy(orderLabels)`. */
export const labelledBy =
  <N extends string>(labels: Readonly<Record<N, string>>) =>
  (name: N): { name: N; label: string } => ({ name, label: labels[name] });
