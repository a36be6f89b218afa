import { type InstructRow, instructMessage } from '@tongda/contract/watch/command/staff';
import { Button, Modal } from 'antd';
import { useAsk } from '../../../kit/call/use-ask';
import { none } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import './styles.css';

const spaced = (hex: string): string => hex.toUpperCase().replace(/(..)(?=.)/gu, '$1 ');
const withLength = ({ hex, bytes }: { hex: string; bytes: number }): string =>
  bytes === 0 ? '空' : `${spaced(hex)}${bytes * 2 > hex.length ? `… 共${bytes}字节` : `（${bytes}字节）`}`;

/** The serials of a message, of a long one those of its packages. */
const serialsOf = ({ serial, packages }: { serial: number | null; packages: number }): string =>
  serial === null
    ? none
    : packages === 1
      ? String(serial)
      : `${serial}~${(serial + packages - 1) & 0xffff}（分${packages}包）`;

/** 报文: what went out of a command, and what came back. */
export function MessageDialog({ row, close }: { row: InstructRow; close: () => void }) {
  const answer = useAsk(instructMessage, { id: row.id });
  const shown = answer.data;
  return (
    <Modal
      open
      title={`报文 ${row.terminalNo}`}
      width={640}
      onCancel={close}
      footer={<Button onClick={close}>关闭</Button>}
    >
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
      {answer.isLoading ? <Loading /> : null}
      {shown ? (
        <dl className="watch-command-one">
          <dt>指令</dt>
          <dd>{row.summary}</dd>
          <dt>下行</dt>
          <dd className="watch-command-hex">
            {shown.sent.length === 0 ? '还没有下发' : `第 ${shown.tries} 次下发`}
            {shown.sent.map((one, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no name of their own and stay in their order
              <div key={i}>
                0x{one.msgId} {one.name}，流水号 {serialsOf(one)}
                <br />
                {withLength(one)}
              </div>
            ))}
          </dd>
          <dt>应答</dt>
          <dd className="watch-command-hex">
            {shown.answerText || none}
            {shown.answer ? (
              <>
                <br />
                {shown.answer.msgId} {withLength(shown.answer)}
              </>
            ) : null}
          </dd>
        </dl>
      ) : null}
    </Modal>
  );
}
