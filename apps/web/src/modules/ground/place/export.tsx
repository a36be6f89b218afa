import { placeExport } from '@tongda/contract/ground/place/calls';
import { Button, Dropdown } from 'antd';
import { Download } from 'lucide-react';
import { useAct } from '../../../kit/call/use-act';
import { announceExport } from '../../../kit/files/downloads';
import { useLock } from '../../../kit/files/export-button';
import { useListScope } from '../../../kit/list/context';
import { Can } from '../../../kit/session/can';

const formats = [
  { key: 'xlsx', label: 'Excel 表格' },
  { key: 'geojson', label: 'GeoJSON（可再导入）' },
  { key: 'kml', label: 'KML（地图软件）' },
] as const;
type Format = (typeof formats)[number]['key'];
const formatOf = (key: string): Format => formats.find((format) => format.key === key)?.key ?? 'xlsx';

/** 导出 of what the list shows, or of the ticked ones: as a sheet or as a map file. Locked 10 s. */
export function PlaceExport() {
  const { filters, sort, fields, selectedKeys, total } = useListScope();
  const [left, lock] = useLock(10);
  const exporting = useAct(placeExport, { done: ({ id }) => announceExport(id) });
  const start = (format: Format): void => {
    lock();
    const ids = selectedKeys.length > 0 ? { ids: selectedKeys } : {};
    void exporting.run({ ...filters, ...(sort ? { sort } : {}), ...ids, fields, format });
  };
  return (
    <Can do={placeExport}>
      <Dropdown
        trigger={['click']}
        disabled={left > 0 || total === 0}
        menu={{ items: [...formats], onClick: ({ key }) => start(formatOf(key)) }}
      >
        <Button icon={<Download />}>{left > 0 ? `导出中 ${left}s` : '导出'}</Button>
      </Dropdown>
    </Can>
  );
}
