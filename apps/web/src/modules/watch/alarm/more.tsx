import { type AlarmRow, alarmEvidence } from '@tongda/contract/watch/alarm/calls';
import { Button, Dropdown } from 'antd';
import { Ellipsis } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { fetchFile } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { saveBlob } from '../../../kit/files/downloads';
import { useCan } from '../../../kit/session/can';
import { CommandDialog, useCommandVerbs } from '../command/door';

/** What is done with an alarm more seldom: a text for the driver, its evidence as one archive, its sheet on paper. */
export function MoreOfAlarm({ alarm }: { alarm: AlarmRow }) {
  const button = useRef<HTMLButtonElement>(null);
  const [texting, setTexting] = useState(false);
  // who may give this command sees it; whether to this vehicle the server says
  const mayText = useCommandVerbs().some(({ key }) => key === 'text') && !alarm.shared;
  const mayPack = useCan(alarmEvidence);
  const download = useAct(async () =>
    saveBlob(await fetchFile(alarmEvidence, { id: alarm.id }), `证据包-${alarm.plateNo}-${alarm.alarmNo}.zip`),
  );
  const items = [
    ...(mayText ? [{ key: 'text', label: '下发文本', onClick: () => setTexting(true) }] : []),
    { key: 'print', label: '打印', onClick: () => printAlarm(button.current) },
    ...(mayPack ? [{ key: 'pack', label: '生成证据包', onClick: () => void download.run() }] : []),
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button
          ref={button}
          type="text"
          icon={<Ellipsis />}
          aria-label="更多操作"
          title="更多操作"
          loading={download.busy}
        />
      </Dropdown>
      {texting ? (
        <Suspense>
          <CommandDialog
            kind="text"
            vehicles={[{ id: alarm.vehicleId, plateNo: alarm.plateNo }]}
            close={() => setTexting(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const printed = 'watch-alarm-printed';
const printWay = 'watch-alarm-print-way';

/** Prints the alarm of a button alone: while the browser prints, the style sheet leaves out what stands beside the way to it. */
function printAlarm(button: Element | null): void {
  const alarm = button?.closest<HTMLElement>('.watch-alarm-detail');
  if (!alarm) return;
  const way: Element[] = [];
  for (let above = alarm.parentElement; above; above = above.parentElement) way.push(above);
  alarm.classList.add(printed);
  for (const element of way) element.classList.add(printWay);
  const unmark = (): void => {
    alarm.classList.remove(printed);
    for (const element of way) element.classList.remove(printWay);
  };
  window.addEventListener('afterprint', unmark, { once: true });
  window.print();
}
