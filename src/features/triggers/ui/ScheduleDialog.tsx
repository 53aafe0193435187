"use client";
import { useState } from "react";
import { Select, Skeleton, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { trpc, wordsOf } from "@/api/client";
import { FormDialog } from "@/ui/FormDialog";
import { notifySuccess } from "@/ui/notify";
import { cronOf, type Rhythm, rhythmOf } from "../rules";
import type { Schedule } from "../schema";
import { RhythmFields } from "./RhythmFields";
import { timeHere, zoneHere } from "./times";

const previewDelayMs = 250;

type Props = {
  appId: string;
  /** To choose from; one is fixed. */
  functions: string[];
  schedule?: Schedule;
  onClose: () => void;
};

/** When a function runs: in words, with its next runs, or as a cron line. */
export function ScheduleDialog({ appId, functions, schedule, onClose }: Props) {
  const utils = trpc.useUtils();
  const [name, setName] = useState(functions[0] ?? "");
  const [rhythm, setRhythm] = useState<Rhythm>(schedule ? rhythmOf(schedule.cron) : { every: "day", time: "09:00" });
  const [timeZone, setTimeZone] = useState(schedule?.timeZone ?? zoneHere());
  const cron = cronOf(rhythm);
  const [asked] = useDebouncedValue(cron, previewDelayMs);
  const preview = trpc.triggers.preview.useQuery(
    { appId, cron: asked, timeZone },
    { placeholderData: (before) => before, staleTime: 60_000 },
  );
  const save = trpc.triggers.setSchedule.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await Promise.all([
        utils.triggers.invalidate(),
        utils.apps.get.invalidate({ appId }),
        utils.files.list.invalidate({ appId }),
      ]);
      notifySuccess("Saved. It runs once this version is published.");
      onClose();
    },
  });
  const problem = preview.data?.problem;
  return (
    <FormDialog
      title={schedule ? `Schedule of ${name}` : "New schedule"}
      action="Save"
      isReady={!problem && name !== ""}
      isPending={save.isPending}
      error={wordsOf(save.error)}
      onSubmit={() => save.mutate({ appId, name, schedule: { cron, timeZone } })}
      onClose={onClose}
    >
      {functions.length > 1 && (
        <Select
          label="Function"
          data={functions}
          value={name}
          allowDeselect={false}
          onChange={(value) => value && setName(value)}
        />
      )}
      <RhythmFields rhythm={rhythm} onChange={setRhythm} />
      <Select
        label="Time zone"
        searchable
        allowDeselect={false}
        data={[...new Set([timeZone, zoneHere(), "UTC", ...Intl.supportedValuesOf("timeZone")])]}
        limit={50}
        value={timeZone}
        onChange={(value) => value && setTimeZone(value)}
      />
      <div role="status" aria-label="Next runs">
        {problem ? (
          <Text size="sm" c="red">
            {problem}
          </Text>
        ) : !preview.data ? (
          <Skeleton height={110} />
        ) : (
          <NextRuns times={preview.data.next} />
        )}
      </div>
    </FormDialog>
  );
}

function NextRuns({ times }: { times: string[] }) {
  return (
    <>
      <Text size="sm" fw={500} mb={4}>
        Next runs, in your time zone
      </Text>
      <Stack component="ol" gap={2} m={0} p={0} style={{ listStyle: "none" }}>
        {times.map((at) => (
          <Text key={at} component="li" size="sm" c="dimmed">
            {timeHere(at)}
          </Text>
        ))}
      </Stack>
    </>
  );
}
