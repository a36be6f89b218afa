import { DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { Column } from '@tongda/contract/core/columns';
import { message } from '@tongda/contract/core/messages';
import { Button, Checkbox, Modal } from 'antd';
import { GripVertical, Pin } from 'lucide-react';
import { useState } from 'react';
import { confirm, toast } from '../dialog/notify';
import { dragAnnouncements } from '../show/drag-words';
import { defaultSetting, type FieldSetting } from './column-setting';
import './column-dialog.css';

interface ColumnDialogProps<Row> {
  columns: ReadonlyArray<Column<Row>>;
  setting: FieldSetting[];
  save: (setting: FieldSetting[]) => void;
  close: () => void;
}

/** 显示字段设置: which columns, in which order, which ones stay in sight. Mount it while it is open. */
export function ColumnDialog<Row>({ columns, setting, save, close }: ColumnDialogProps<Row>) {
  const [draft, setDraft] = useState(setting);
  // fields of a row are names
  const byValue = new Map(columns.map((column) => [column.value as string, column]));
  const locked = (value: string): boolean => byValue.get(value)?.noEdit === true;
  const label = (value: string): string => byValue.get(value)?.label ?? value;
  const change = (value: string, part: Partial<FieldSetting>): void =>
    setDraft(draft.map((entry) => (entry.value === value ? { ...entry, ...part } : entry)));
  const showAll = (show: boolean): void =>
    setDraft(draft.map((entry) => ({ ...entry, show: show || locked(entry.value) })));
  const shownCount = draft.filter(({ show }) => show).length;
  const ask = async (): Promise<void> => {
    const changed = JSON.stringify(draft) !== JSON.stringify(setting);
    if (!changed || (await confirm({ title: message('fields.close'), content: '修改的显示字段还没有保存' }))) close();
  };
  const ok = (): void => {
    if (shownCount === 0) {
      toast('warning', message('fields.min'));
      return;
    }
    save(draft);
    close();
  };
  return (
    <Modal
      open
      title="显示字段设置"
      width={620}
      onCancel={() => void ask()}
      onOk={ok}
      okText="保存"
      cancelText="取消"
      footer={(buttons) => (
        <div className="kit-table-columns-foot">
          <Button type="text" onClick={() => setDraft(defaultSetting(columns))}>
            恢复默认
          </Button>
          <span>{buttons}</span>
        </div>
      )}
    >
      <div className="kit-table-columns">
        <section aria-label="可选字段">
          <header>
            <Checkbox
              checked={shownCount === draft.length}
              indeterminate={shownCount > 0 && shownCount < draft.length}
              onChange={(event) => showAll(event.target.checked)}
            >
              全选
            </Checkbox>
            <span className="td-cap">{`${shownCount}/${draft.length}`}</span>
          </header>
          <ul className="kit-table-columns-all">
            {columns.map(({ value, label: text, noEdit }) => (
              <li key={value}>
                <Checkbox
                  checked={draft.find((entry) => entry.value === value)?.show ?? false}
                  disabled={noEdit}
                  onChange={(event) => change(value, { show: event.target.checked })}
                >
                  {text}
                </Checkbox>
              </li>
            ))}
          </ul>
        </section>
        <ChosenFields draft={draft} setDraft={setDraft} label={label} change={change} />
      </div>
    </Modal>
  );
}

interface ChosenProps {
  draft: FieldSetting[];
  setDraft: (draft: FieldSetting[]) => void;
  label: (value: string) => string;
  change: (value: string, part: Partial<FieldSetting>) => void;
}

/** The shown fields in their order: drag by mouse, or with space and the arrow keys. */
function ChosenFields({ draft, setDraft, label, change }: ChosenProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const shown = draft.filter(({ show }) => show);
  const drop = ({ active, over }: DragEndEvent): void => {
    if (!over || active.id === over.id) return;
    const at = (id: string | number): number => draft.findIndex(({ value }) => value === id);
    setDraft(arrayMove(draft, at(active.id), at(over.id)));
  };
  return (
    <section aria-label="显示顺序">
      <header>
        <span>显示顺序</span>
        <span className="td-cap">拖动排序，图钉固定在左侧</span>
      </header>
      <DndContext sensors={sensors} onDragEnd={drop} accessibility={dragAnnouncements(label)}>
        <SortableContext items={shown.map(({ value }) => value)} strategy={verticalListSortingStrategy}>
          <ul className="kit-table-columns-chosen">
            {shown.map((entry) => (
              <ChosenField key={entry.value} entry={entry} label={label(entry.value)} change={change} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </section>
  );
}

function ChosenField({ entry, label, change }: { entry: FieldSetting; label: string; change: ChosenProps['change'] }) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: entry.value });
  const pinned = entry.fixed === 'left';
  const style = { transform: CSS.Translate.toString(transform), transition };
  return (
    <li ref={setNodeRef} style={style} data-dragging={isDragging}>
      <button
        type="button"
        className="td-plain kit-table-columns-grip"
        aria-label={`拖动 ${label}`}
        {...attributes}
        {...listeners}
      >
        <GripVertical className="td-ico" />
      </button>
      <span>{label}</span>
      <Button
        type="text"
        aria-label={pinned ? `取消固定 ${label}` : `固定 ${label}`}
        aria-pressed={pinned}
        icon={<Pin />}
        onClick={() => change(entry.value, { fixed: pinned ? null : 'left' })}
      />
    </li>
  );
}
