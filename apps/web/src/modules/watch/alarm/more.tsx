import { type AlarmRow, alarmEvidence } from '@tongda/contract/watch/alarm/calls';
import { Button, Dropdown } from 'antd';
import { Ellipsis } from 'lucide-react';
import { fetchFile } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { saveBlob } from '../../../kit/files/downloads';
import { useCan } from '../../../kit/session/can';

/** What is done with an alarm more seldom: its evidence as one archive, its sheet on paper. */
export function MoreOfAlarm({ alarm }: { alarm: AlarmRow }) {
  const mayPack = useCan(alarmEvidence);
  const download = useAct(async () =>
    saveBlob(await fetchFile(alarmEvidence, { id: alarm.id }), `证据包-${alarm.plateNo}-${alarm.alarmNo}.zip`),
  );
  const items = [
    { key: 'print', label: '打印', onClick: printAlarm },
    ...(mayPack ? [{ key: 'pack', label: '生成证据包', onClick: () => void download.run() }] : []),
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button type="text" icon={<Ellipsis />} aria-label="更多操作" title="更多操作" loading={download.busy} />
    </Dropdown>
  );
}

/** Prints the alarm alone: what else stands on the page is left out while the browser prints (`data-print` in the style sheet). */
function printAlarm(): void {
  document.body.dataset.print = 'alarm';
  window.addEventListener('afterprint', () => delete document.body.dataset.print, { once: true });
  window.print();
}
