import { Text, Title, UnstyledButton } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import classes from "./empty-chat.module.css";

/** Example requests small enough to finish in one turn. */
const examples = [
  "A CRM with contacts (name, email, company, status: lead/won/lost) and a dashboard that counts them by status",
  "A task board with tasks (title, assignee, due date, priority: low/medium/high, status: to do/doing/done)",
  "A feedback page where anyone can submit a name, an email and a message, and only admins can view them",
];

/** Empty state of the chat: the texts of 2-builder.md §1 and examples. */
export function EmptyChat({ onPick }: { onPick: (example: string) => void }) {
  return (
    <div className={classes.empty}>
      <IconMessageCircle size={28} stroke={1.4} className={classes.icon} aria-hidden />
      <Title order={2} fz={15}>
        Start a conversation
      </Title>
      <Text c="dimmed" size="sm">
        Ask for new features or modifications to your app
      </Text>
      <ul className={classes.examples} aria-label="Examples">
        {examples.map((example) => (
          <li key={example}>
            <UnstyledButton className={classes.example} onClick={() => onPick(example)}>
              {example}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
