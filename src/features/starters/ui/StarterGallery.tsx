"use client";
import { Loader, SimpleGrid, Text, Title, UnstyledButton } from "@mantine/core";
import { AppIcon } from "@/features/apps/ui/AppIcon";
import { type Starter, starterPicture, starters } from "../schema";

type Card = Pick<Starter, "id" | "name" | "summary" | "icon">;
import classes from "./starter-gallery.module.css";

type Props = {
  /** Of the section's heading. */
  id?: string;
  list?: readonly Card[];
  title: string;
  lead: string;
  onOpen: (starterId: string) => void;
  /** The starting point that is being created. */
  openingId?: string | undefined;
  max?: number;
};

/** Gallery of complete apps, or tools, to start from. */
export function StarterGallery({
  id = "starters",
  list = starters,
  title,
  lead,
  onOpen,
  openingId,
  max = list.length,
}: Props) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb={16}>
        {lead}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing={16}>
        {list.slice(0, max).map((starter) => (
          <StarterCard
            key={starter.id}
            starter={starter}
            isOpening={starter.id === openingId}
            isDisabled={openingId !== undefined}
            onOpen={() => onOpen(starter.id)}
          />
        ))}
      </SimpleGrid>
    </section>
  );
}

type CardProps = { starter: Card; isOpening: boolean; isDisabled: boolean; onOpen: () => void };

function StarterCard({ starter: { id, name, summary, icon }, isOpening, isDisabled, onOpen }: CardProps) {
  return (
    <UnstyledButton className={classes.card} disabled={isDisabled} onClick={onOpen} aria-busy={isOpening}>
      <span className={classes.picture}>
        {(["light", "dark"] as const).map((theme) => (
          <img
            key={theme}
            className={classes[theme]}
            src={starterPicture(id, theme)}
            alt=""
            width={720}
            height={450}
            loading="lazy"
            decoding="async"
          />
        ))}
        {isOpening && (
          <span className={classes.opening}>
            <Loader size={20} />
          </span>
        )}
      </span>
      <span className={classes.words}>
        <AppIcon icon={icon} size={32} />
        <span className={classes.text}>
          <span className={classes.name}>{name}</span>
          <span className={classes.summary}>{summary}</span>
        </span>
      </span>
    </UnstyledButton>
  );
}
