"use client";
import { NumberInput } from "@mantine/core";
import { clampIterations } from "../rules";
import { iterationsMax, iterationsMin } from "../schema";

type Props = { id: string; value: number; onChange: (iterations: number) => void };

/** How often a repair may try. */
export function IterationsInput({ id, value, onChange }: Props) {
  return (
    <NumberInput
      id={id}
      size="xs"
      w={56}
      min={iterationsMin}
      max={iterationsMax}
      clampBehavior="blur"
      allowDecimal={false}
      value={value}
      onChange={(next) => onChange(clampIterations(next))}
    />
  );
}
