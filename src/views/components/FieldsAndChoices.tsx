import { useState } from 'react';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Chip, Filter } from '../../ui/Chip.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Field, SearchField } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './components.module.css';
import { Section } from './Section.tsx';

const ROLES = [
  { key: 'owner', label: 'Owner' },
  { key: 'admin', label: 'Admin' },
  { key: 'regular', label: 'Regular' },
];
const FILTERS = [
  { key: 'updated', name: 'Updated', count: 7 },
  { key: 'errors', name: 'Errors', count: 3 },
  { key: 'all', name: 'All', count: 412 },
];

export function FieldsAndChoices() {
  const [role, setRole] = useState<string | null>('regular');
  const [none, setNone] = useState<string | null>(null);
  const [filter, setFilter] = useState('updated');
  const [ticked, setTicked] = useState(true);
  return (
    <>
      <Section title="Fields">
        <div className={styles.fields}>
          <Field label="Project name" placeholder="Linden Street 14, block C" autoComplete="off" />
          <Field label="Act number" defaultValue="3" note="It stands on the printed act." autoComplete="off" />
          <Field label="Percent of subtotal" defaultValue="1200" problem="A percent lies between −100 and 1000." autoComplete="off" />
          <Field label="Public link" defaultValue="https://actum.example/public/k1" readOnly />
          <Field label="Team" defaultValue="North Builders" disabled />
          <SearchField label="Find a project" />
        </div>
      </Section>
      <Section title="Date fields">
        <div className={styles.fields}>
          <DateField label="Finish date" note="The last day of the period. Optional." />
          <DateField label="Start date" defaultDay="2026-03-09" />
          <DateField label="Expires" defaultDay="02/30/26" />
        </div>
      </Section>
      <Section title="Select">
        <div className={styles.fields}>
          <Select label="Role" options={ROLES} value={role} onChoose={setRole} />
          <Select label="Role of the invited" options={ROLES} value={none} placeholder="Choose a role" onChoose={setNone} />
          <Select label="Role refused" options={ROLES} value="owner" problem="A team has one owner." onChoose={setRole} />
          <Select label="Role that stays" options={ROLES} value="admin" disabled onChoose={setRole} />
        </div>
      </Section>
      <Section title="Checkbox, chips and filters">
        <p className={styles.line}>
          <Checkbox checked={ticked} onChange={setTicked}>
            Import this list
          </Checkbox>
          <Checkbox checked={false} mixed onChange={setTicked}>
            All lists
          </Checkbox>
          <Checkbox checked disabled onChange={setTicked}>
            Already imported
          </Checkbox>
        </p>
        <p className={styles.line}>
          <Chip>No estimate</Chip>
          <Chip tone="done">Available</Chip>
          <Chip tone="waits">In progress</Chip>
          <Chip tone="wrong">Errors found</Chip>
        </p>
        <p className={styles.line}>
          {FILTERS.map(({ key, name, count }) => (
            <Filter key={key} chosen={filter === key} count={count} onChoose={() => setFilter(key)}>
              {name}
            </Filter>
          ))}
        </p>
      </Section>
    </>
  );
}
