import { instructionSending } from '@tongda/contract/resources/device/enums';
import { type CommandRow, commandList } from '@tongda/contract/watch/command/calls';
import { type CommandKind, commandKind } from '@tongda/contract/watch/command/kind';
import { livingStates } from '@tongda/contract/watch/command/life';
import type { SentLine } from '@tongda/contract/watch/command/pieces';
import { Button, Modal, Table } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { dottedPlate } from '../../../kit/show/plate/chip';
import { ErrorState, Loading } from '../../../kit/show/states';
import { CommandPicture } from './picture';
import { CommandState } from './state';
import { useCommandUpdates } from './use-updates';
import './styles.css';

/** Asked again so often while something is under way, in case the live socket is away. */
const askMs = 5_000;

interface Line {
  id: string;
  plateNo: string;
  row: CommandRow | null;
  msg: string;
}

/** What became of a command that was just given, vehicle by vehicle, as the terminals answer. It may be closed any time. */
export function SentDialog({
  kind,
  lines,
  close,
}: {
  kind: CommandKind;
  lines: readonly SentLine[];
  close: () => void;
}) {
  useCommandUpdates();
  const ids = lines.flatMap(({ commandId }) => commandId ?? []);
  const answer = useAsk(
    commandList,
    { ids },
    {
      when: ids.length > 0,
      refetchInterval: ({ state }) => (state.data?.every(isOver) === true ? false : askMs),
    },
  );
  const rows = new Map((answer.data ?? []).map((row) => [row.id, row]));
  const shown = lines.map(
    ({ id, name, msg, commandId }): Line => ({ id, plateNo: name, msg, row: rows.get(commandId ?? '') ?? null }),
  );
  return (
    <Modal
      open
      title={commandKind.label(kind)}
      width={lines.length > 1 ? 640 : 480}
      onCancel={close}
      footer={<Button onClick={close}>关闭</Button>}
    >
      {answer.error && !answer.data ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : ids.length > 0 && !answer.data ? (
        <Loading />
      ) : lines.length === 1 && shown[0] ? (
        <One line={shown[0]} />
      ) : (
        <Many lines={shown} />
      )}
    </Modal>
  );
}

/** Kinds whose answer names several things, one behind the other. */
const listing: ReadonlySet<CommandKind> = new Set(['readParams', 'properties', 'driverCard', 'recorderRead']);
/** An answer that names several things has a line for each. */
const partsOf = ({ kind, answer }: CommandRow): string => (listing.has(kind) ? answer.replaceAll('，', '\n') : answer);

const isOver = ({ state, picturePending }: CommandRow): boolean => !livingStates.includes(state) && !picturePending;

function One({ line: { plateNo, row, msg } }: { line: Line }) {
  if (!row)
    return (
      <p role="status" className="watch-command-refused">
        {plateNo} {msg}
      </p>
    );
  return (
    <dl className="watch-command-one" aria-live="polite">
      <dt>车辆</dt>
      <dd>
        {dottedPlate(row.plateNo)} <span className="td-cap">终端 {row.terminalNo}</span>
      </dd>
      <dt>内容</dt>
      <dd>{row.summary}</dd>
      <dt>状态</dt>
      <dd>
        <CommandState state={row.state} />
      </dd>
      {row.answer ? (
        <>
          <dt>应答</dt>
          <dd className="watch-command-told">{partsOf(row)}</dd>
        </>
      ) : null}
      {row.picture || row.picturePending ? (
        <>
          <dt>照片</dt>
          <dd>
            <CommandPicture row={row} />
          </dd>
        </>
      ) : null}
    </dl>
  );
}

function Many({ lines }: { lines: readonly Line[] }) {
  return (
    <>
      <p role="status" className="watch-command-to">
        {countWords(lines)}
      </p>
      <Table<Line>
        size="small"
        rowKey="id"
        dataSource={[...lines]}
        pagination={false}
        scroll={{ y: 320 }}
        columns={[
          { title: '车牌号', width: 110, render: (_, row) => dottedPlate(row.plateNo) },
          {
            title: '状态',
            width: 110,
            render: (_, { row }) =>
              row ? <CommandState state={row.state} /> : <span className="watch-command-refused">未下发</span>,
          },
          {
            title: '终端应答',
            render: (_, { row, msg }) => (
              <>
                {row?.answer ?? msg}
                {row ? <CommandPicture row={row} small /> : null}
              </>
            ),
          },
        ]}
      />
    </>
  );
}

/** 执行成功 3，待下发 2，未下发 1 */
function countWords(lines: readonly Line[]): string {
  const counts = instructionSending.options.flatMap(({ code, name }) => {
    const n = lines.filter(({ row }) => row?.state === code).length;
    return n > 0 ? [`${name} ${n}`] : [];
  });
  const refused = lines.filter(({ row, msg }) => !row && msg !== '').length;
  return [...counts, ...(refused > 0 ? [`未下发 ${refused}`] : [])].join('，');
}
