import { categoryName, type MessageRow } from '@tongda/contract/base/message/calls';
import { Button, Modal } from 'antd';
import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useDictLabels } from '../../../kit/call/dict';
import { useSession } from '../../../kit/session/user';
import { alarmSlot } from './alarm-slot';
import { objectsOf, targetOf } from './target';
import { useRemoveMessages } from './use-remove';
import './styles.css';

interface MessageDialogProps {
  message: MessageRow;
  /** the messages before and after it in the list that it was opened from */
  beside?: { before: MessageRow | undefined; after: MessageRow | undefined; show: (message: MessageRow) => void };
  close: () => void;
}

/** One message in full, with the way to what it is about; of an alarm its curve and where it was. */
export function MessageDialog({ message, beside, close }: MessageDialogProps) {
  const { alarm } = objectsOf(message.objTag);
  const Alarm = alarmSlot.part();
  const tree = useSession((state) => state.tree);
  const navigate = useNavigate();
  const labels = useDictLabels(['episodeLevel']);
  const next = beside?.after ?? beside?.before;
  const remove = useRemoveMessages(() => (beside && next ? beside.show(next) : close()));
  const target = targetOf(message, tree);
  const go = (): void => {
    close();
    if (target) void navigate(target);
  };
  return (
    <Modal
      open
      width={520}
      title={message.title}
      onCancel={close}
      footer={
        <div className="base-message-foot">
          {beside ? <Beside {...beside} /> : null}
          <Button icon={<Trash2 />} loading={remove.busy} onClick={() => void remove.run({ msgIds: [message.id] })}>
            删除
          </Button>
          <span />
          {target ? (
            <>
              <Button onClick={close}>关闭</Button>
              <Button type="primary" onClick={go}>
                去处理
              </Button>
            </>
          ) : (
            <Button type="primary" onClick={close}>
              知道了
            </Button>
          )}
        </div>
      }
    >
      <p className="td-cap base-message-meta">
        {[
          categoryName(message.category),
          message.typeName,
          message.level ? labels('episodeLevel', message.level) : '',
          message.objName,
          message.createTime,
        ]
          .filter(Boolean)
          .join('　')}
      </p>
      <p className="base-message-text">{message.content}</p>
      {alarm && Alarm ? (
        <Suspense fallback={null}>
          <Alarm key={alarm} alarmId={alarm} />
        </Suspense>
      ) : null}
    </Modal>
  );
}

function Beside({ before, after, show }: NonNullable<MessageDialogProps['beside']>) {
  return (
    <>
      <Button disabled={!before} icon={<ChevronLeft />} onClick={() => before && show(before)}>
        上一条
      </Button>
      <Button disabled={!after} icon={<ChevronRight />} iconPlacement="end" onClick={() => after && show(after)}>
        下一条
      </Button>
    </>
  );
}
