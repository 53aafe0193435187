"use client";
import { Checkbox, Group, NumberInput, Switch, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "@/api/client";
import { FormDialog } from "@/ui/FormDialog";
import { planChangeSchema } from "@/features/plans/schema";
import type { PlanLine } from "./PlansEditor";

const amount = (value: number | string) => (value === "" ? null : Number(value));

export function EditPlan({ plan, onClose }: { plan: PlanLine; onClose: () => void }) {
  const utils = trpc.useUtils();
  const save = trpc.admin.updatePlan.useMutation({
    onSuccess: async () => {
      await utils.plans.invalidate();
      onClose();
    },
  });
  const { id, ...fields } = plan;
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { ...fields, discountedPrice: fields.discountedPrice ?? "", priceYearly: fields.priceYearly ?? "" },
    transformValues: (values) => ({
      ...values,
      plan: id,
      discountedPrice: amount(values.discountedPrice),
      priceYearly: amount(values.priceYearly),
    }),
    validate: {
      name: (name) => (name.trim() === "" ? "Give the plan a name" : null),
      link: (link) =>
        planChangeSchema.shape.link.safeParse(link).success ? null : "Enter a link that starts with https://",
    },
  });
  const price = { min: 0, prefix: "$", decimalScale: 2, fixedDecimalScale: true, allowNegative: false } as const;
  return (
    <FormDialog
      title={`Edit ${plan.name}`}
      size={520}
      action="Save"
      isPending={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={40} key={form.key("name")} {...form.getInputProps("name")} />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxLength={300}
        key={form.key("description")}
        {...form.getInputProps("description")}
      />
      <Group grow gap={12}>
        <NumberInput label="A month" {...price} key={form.key("price")} {...form.getInputProps("price")} />
        <NumberInput
          label="Discounted"
          {...price}
          key={form.key("discountedPrice")}
          {...form.getInputProps("discountedPrice")}
        />
        <NumberInput label="A year" {...price} key={form.key("priceYearly")} {...form.getInputProps("priceYearly")} />
      </Group>
      <TextInput
        label="Checkout link"
        placeholder="https://you.gumroad.com/l/plan"
        key={form.key("link")}
        {...form.getInputProps("link")}
      />
      <TextInput label="Button" maxLength={40} key={form.key("buttonText")} {...form.getInputProps("buttonText")} />
      <TagsInput
        label="Products"
        description="At Gumroad a product's id or permalink, alone or with its tier: abc/Premium. At Stripe its prices: price_…"
        key={form.key("products")}
        {...form.getInputProps("products")}
      />
      <Checkbox
        label="Most popular"
        key={form.key("isMostPopular")}
        {...form.getInputProps("isMostPopular", { type: "checkbox" })}
      />
      <Checkbox
        label="Paid once"
        key={form.key("oneTimePayment")}
        {...form.getInputProps("oneTimePayment", { type: "checkbox" })}
      />
      <Switch label="Offered" key={form.key("isEnabled")} {...form.getInputProps("isEnabled", { type: "checkbox" })} />
    </FormDialog>
  );
}
