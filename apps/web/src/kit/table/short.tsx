import { usePhone } from '../show/hooks/use-phone';
import { DataTable } from './dense';
import type { DataTableProps } from './types';
import './short.css';

const [headPx, rowPx] = [35, 32];

/** A table that is as high as its rows, at most `most` of them, in a page or drawer that scrolls itself. */
export function ShortTable<Row extends object>({ most = 200, ...props }: DataTableProps<Row> & { most?: number }) {
  const phone = usePhone();
  const rows = Math.min(most, Math.max(1, props.rows.length));
  return (
    <div className="kit-table-short" style={phone ? undefined : { height: headPx + rows * rowPx }}>
      <DataTable<Row> {...props} />
    </div>
  );
}
