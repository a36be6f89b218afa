import { none } from './format';

/** Nothing is known: `--`, in the grey that it has in every table. */
export const Nothing = () => <span className="td-mute">{none}</span>;
