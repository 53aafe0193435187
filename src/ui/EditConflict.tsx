import { Alert, Button, Group, Text } from "@mantine/core";

type Props = {
  /** Each field that both changed, in words. */
  fields: { label: string; theirs: string; mine: string }[];
  onTheirs: () => void;
  onMine: () => void;
};

/** Shows what somebody else saved in the fields that a person has changed too, and lets them choose. */
export function EditConflict({ fields, onTheirs, onMine }: Props) {
  return (
    <Alert color="yellow" variant="light" role="alert" title="Someone saved a newer version meanwhile">
      {fields.map(({ label, theirs, mine }) => (
        <Text size="sm" key={label}>
          {label}: theirs is “{theirs}”, yours is “{mine}”.
        </Text>
      ))}
      <Group gap={8} mt={12}>
        <Button size="xs" variant="default" onClick={onTheirs}>
          Take theirs
        </Button>
        <Button size="xs" onClick={onMine}>
          Keep mine
        </Button>
      </Group>
    </Alert>
  );
}
