"use client";
import { useState } from "react";
import {
  Badge,
  Button,
  Group,
  Highlight,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  Text,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { excerptOf } from "../rules";
import { type QueryMethod, questionMax, type RetrievalMethod } from "../schema";
import classes from "./test-question.module.css";

type Answer = RouterOutputs["retrieval"]["explain"];
type Found = Answer["chunks"][number];

const methodNames: Record<QueryMethod, string> = { automatic: "Automatic", words: "Words", meaning: "Meaning" };
const foundBy: Record<RetrievalMethod, string> = { bm25: "Words", vectors: "Meaning" };
/** Characters of a passage that are shown until it is opened. */
const shownMax = 360;
/** Languages without spaces have no whole words to mark. */
const isSpaced = (word: string) => !/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/.test(word);
/** Passages that one test shows. */
const passagesMax = 10;

/** Which passages answer a question, found by which method, with which score, and why. */
export function TestQuestion({ appId }: { appId: string }) {
  const [question, setQuestion] = useState("");
  const [method, setMethod] = useState<QueryMethod>("automatic");
  const [isReranked, setIsReranked] = useState(false);
  const test = trpc.retrieval.explain.useMutation({ meta: { quiet: true } });
  const ask = (change: { method?: QueryMethod; isReranked?: boolean } = {}) => {
    if (question.trim() !== "") test.mutate({ appId, question, limit: passagesMax, method, isReranked, ...change });
  };
  return (
    <section aria-label="Test a question" className={classes.box}>
      <Text fw={600}>Test a question</Text>
      <Text size="sm" c="dimmed">
        See which passages would answer it, and why.
      </Text>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <TextInput
          className={classes.question}
          aria-label="Question"
          placeholder="What do people ask?"
          maxLength={questionMax}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={question.trim() === ""} loading={test.isPending}>
          Test
        </Button>
      </form>
      {test.data?.hasMeaning && (
        <SegmentedControl
          size="xs"
          aria-label="Find by"
          value={method}
          data={Object.entries(methodNames).map(([value, label]) => ({ value, label }))}
          onChange={(value) => {
            setMethod(value as QueryMethod);
            ask({ method: value as QueryMethod });
          }}
        />
      )}
      {test.data?.hasModel && (
        <Switch
          size="xs"
          label="Let the model order them"
          checked={isReranked}
          onChange={({ currentTarget: { checked } }) => {
            setIsReranked(checked);
            ask({ isReranked: checked });
          }}
        />
      )}
      <div aria-live="polite">
        {test.isPending ? (
          <Stack gap={8} aria-label="Looking">
            <Skeleton height={72} />
            <Skeleton height={72} />
          </Stack>
        ) : test.error ? (
          <Failure message={failureOf(test.error).message} onRetry={() => ask()} />
        ) : (
          test.data && <Result answer={test.data} />
        )}
      </div>
    </section>
  );
}

function Result({ answer: { chunks, ms } }: { answer: Answer }) {
  if (chunks.length === 0)
    return (
      <Group gap={8} c="dimmed" wrap="nowrap">
        <IconMessageQuestion size={18} aria-hidden />
        <Text size="sm">No passage answers this. Ask in other words, or add a data source that says it.</Text>
      </Group>
    );
  return (
    <>
      <Text size="xs" c="dimmed" mb={8}>
        {chunks.length === 1 ? "1 passage" : `${chunks.length} passages`} in {ms} ms, best first
      </Text>
      <ol className={classes.list}>
        {chunks.map((found) => (
          <Passage key={found.id} found={found} />
        ))}
      </ol>
    </>
  );
}

function Passage({ found: { name, heading, text, ranks, methods, matched } }: { found: Found }) {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > shownMax;
  return (
    <li className={classes.passage}>
      <Group gap={6} justify="space-between" wrap="wrap">
        <Text size="sm" fw={600} className={classes.heading}>
          {heading || name}
        </Text>
        <Group gap={4}>
          {methods.map((method) => (
            <Badge key={method} size="sm" variant="light" tt="none" fw={500} radius="sm">
              {foundBy[method]}: number {ranks[method]!.rank}, score {ranks[method]!.score.toFixed(2)}
            </Badge>
          ))}
        </Group>
      </Group>
      {heading !== name && !heading.startsWith(`${name} ›`) && (
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      )}
      <Highlight size="sm" highlight={matched} wholeWord={matched.every(isSpaced)} className={classes.text}>
        {isOpen ? text : excerptOf(text, matched, shownMax)}
      </Highlight>
      <Group gap={12} justify="space-between">
        <Text size="xs" c="dimmed">
          {matched.length > 0 ? `Shares ${matched.map((word) => `“${word}”`).join(", ")}` : "Means something similar"}
        </Text>
        {isLong && (
          <UnstyledButton className={classes.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Show less" : "Show all"}
          </UnstyledButton>
        )}
      </Group>
    </li>
  );
}
