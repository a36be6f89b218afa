import { placeExport } from '@tongda/contract/ground/place/calls';
import { Button, Dropdown } from 'antd';
import { Download } from 'lucide-react';
import { call } from '../../../kit/call/api';
import { reportError } from '../../../kit/dialog/notify';
import { exportAccepted } from '../../../kit/files/downloads';
import { useLock } from '../../../kit/files/export-button';
import { useListScope } from '../../../kit/list/context';
import { Can } from '../../../kit/session/can';

const formats = [
  { key: 'xlsx', label: 'Excel 表格' },
  { key: 'geojson', label: 'GeoJSON（可再导入）' },
  { key: 'kml', label: 'KML（地图软件）' },
] as const;
type Format = (typeof formats)[number]['key'];

/** 导出 of what the list shows, or of the ticked ones: as a sheet or as a map file. Locked 10 s. */
export function PlaceExport() {
  const { filters, sort, fields, selectedKeys, total } = useListScope();
  const [left, lock] = useLock(10);
  const start = async (format: Format): Promise<void> => {
    lock();
    const ids = selectedKeys.length > 0 ? { ids: selectedKeys } : {};
    try {
      exportAccepted((await call(placeExport, { ...filters, ...(sort ? { sort } : {}), ...ids, fields, format })).id);
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <Can do={placeExport}>
      <Dropdown
        trigger={['click']}
        disabled={left > 0 || total === 0}
        menu={{ items: [...formats], onClick: ({ key }) => void start(key as Format) }}
      >
        <Button icon={<Download />}>{left > 0 ? `导出中 ${left}s` : '导出'}</Button>
      </Dropdown>
    </Can>
  );
}
