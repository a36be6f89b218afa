import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { groupRules, type VehicleGroup } from '@tongda/contract/watch/vehicle-group/calls';
import { Button, Tooltip } from 'antd';
import { GripVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { dragAnnouncements } from '../../../kit/show/drag-words';
import { moveItem } from './grouping-model';

interface GroupListProps {
  groups: VehicleGroup[];
  /** id of the chosen group; null = 未分组 */
  chosen: string | null;
  ungrouped: number;
  choose: (id: string | null) => void;
  add: () => void;
  rename: (group: VehicleGroup) => void;
  remove: (group: VehicleGroup) => void;
  order: (groups: VehicleGroup[]) => void;
}

/** The groups in their order, dragged by the handle; 未分组 is last and nobody's to change. */
export function GroupList(props: GroupListProps) {
  const { groups, chosen, choose } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const at = (id: unknown): number => groups.findIndex((group) => group.id === String(id));
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id) props.order(moveItem(groups, at(active.id), at(over.id)));
  };
  const full = groups.length >= groupRules.maxGroups;
  return (
    <nav className="watch-vehicle-group-page" aria-label="我的分组">
      <header>
        <b>我的分组</b>
        <span className="td-cap">
          {groups.length}/{groupRules.maxGroups}
        </span>
        <Tooltip title={full ? `最多${groupRules.maxGroups}个分组` : undefined}>
          <Button type="primary" icon={<Plus />} disabled={full} onClick={props.add}>
            新增分组
          </Button>
        </Tooltip>
      </header>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={dragAnnouncements((id) => groups[at(id)]?.name ?? '')}
      >
        <SortableContext items={groups.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ul>
            {groups.map((group) => (
              <GroupItem key={group.id} group={group} {...props} />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <button
        type="button"
        className="td-plain watch-vehicle-group-item"
        data-virtual="true"
        aria-current={chosen === null}
        onClick={() => choose(null)}
      >
        <span>未分组</span>
        <i>{props.ungrouped}</i>
      </button>
    </nav>
  );
}

function GroupItem({ group, chosen, choose, rename, remove }: GroupListProps & { group: VehicleGroup }) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: group.id });
  return (
    <li
      ref={setNodeRef}
      className="watch-vehicle-group-item"
      data-dragged={isDragging}
      aria-current={chosen === group.id}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        className="td-plain watch-vehicle-group-grip"
        {...attributes}
        {...listeners}
        aria-label={`拖动排序：${group.name}`}
      >
        <GripVertical className="td-ico" />
      </button>
      <button
        type="button"
        className="td-plain watch-vehicle-group-name"
        title={group.name}
        onClick={() => choose(group.id)}
      >
        {group.name}
      </button>
      <i>{group.vehicles.length}</i>
      <span className="watch-vehicle-group-words">
        <Button type="text" icon={<Pencil />} aria-label={`重命名：${group.name}`} onClick={() => rename(group)} />
        <Button type="text" icon={<Trash2 />} aria-label={`删除：${group.name}`} onClick={() => remove(group)} />
      </span>
    </li>
  );
}
